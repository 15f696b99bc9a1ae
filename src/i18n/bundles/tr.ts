export default import.meta.glob(['../locales/tr/*.json', '!**/push.json'], { eager: true, import: 'default' });
