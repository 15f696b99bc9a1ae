export default import.meta.glob(['../locales/ko/*.json', '!**/push.json'], { eager: true, import: 'default' });
