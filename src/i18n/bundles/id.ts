export default import.meta.glob(['../locales/id/*.json', '!**/{push,legal,landing-*}.json'], {
  eager: true,
  import: 'default',
});
