export default import.meta.glob(['../locales/it/*.json', '!**/push.json'], { eager: true, import: 'default' });
