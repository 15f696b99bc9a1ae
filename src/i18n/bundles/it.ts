export default import.meta.glob(['../locales/it/*.json', '!**/{push,legal,landing-*}.json'], {
  eager: true,
  import: 'default',
});
