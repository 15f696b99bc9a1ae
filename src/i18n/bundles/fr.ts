export default import.meta.glob(['../locales/fr/*.json', '!**/push.json'], { eager: true, import: 'default' });
