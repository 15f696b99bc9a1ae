export default import.meta.glob(['../locales/pt/*.json', '!**/{push,legal,landing-*}.json'], {
  eager: true,
  import: 'default',
});
