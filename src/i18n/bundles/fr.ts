export default import.meta.glob(['../locales/fr/*.json', '!**/{legal,landing-*}.json'], {
  eager: true,
  import: 'default',
});
