export default import.meta.glob(['../locales/es/*.json', '!**/push.json'], { eager: true, import: 'default' });
