export default import.meta.glob(['../locales/zh/*.json', '!**/push.json'], { eager: true, import: 'default' });
