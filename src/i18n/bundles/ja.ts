export default import.meta.glob(['../locales/ja/*.json', '!**/push.json'], { eager: true, import: 'default' });
