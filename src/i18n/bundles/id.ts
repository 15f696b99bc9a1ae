export default import.meta.glob(['../locales/id/*.json', '!**/push.json'], { eager: true, import: 'default' });
