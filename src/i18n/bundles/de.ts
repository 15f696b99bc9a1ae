export default import.meta.glob(['../locales/de/*.json', '!**/push.json'], { eager: true, import: 'default' });
