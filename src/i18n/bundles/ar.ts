export default import.meta.glob(['../locales/ar/*.json', '!**/push.json'], { eager: true, import: 'default' });
