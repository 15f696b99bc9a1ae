export default import.meta.glob(['../locales/en/*.json', '!**/push.json'], { eager: true, import: 'default' });
