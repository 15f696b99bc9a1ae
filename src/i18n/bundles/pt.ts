export default import.meta.glob(['../locales/pt/*.json', '!**/push.json'], { eager: true, import: 'default' });
