export default import.meta.glob(['../locales/it/*.json', '!**/{legal,landing-*}.json'], {
  eager: true,
  import: 'default',
});
