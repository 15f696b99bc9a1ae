export default import.meta.glob(['../locales/bn/*.json', '!**/push.json'], { eager: true, import: 'default' });
