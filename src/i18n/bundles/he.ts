export default import.meta.glob(['../locales/he/*.json', '!**/push.json'], { eager: true, import: 'default' });
