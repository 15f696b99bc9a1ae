export default import.meta.glob(['../locales/id/*.json', '!**/{legal,landing-*}.json'], {
  eager: true,
  import: 'default',
});
