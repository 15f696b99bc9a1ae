export default import.meta.glob(['../locales/hi/*.json', '!**/push.json'], { eager: true, import: 'default' });
