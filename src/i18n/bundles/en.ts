export default import.meta.glob(['../locales/en/*.json', '!**/{legal,landing-*}.json'], {
  eager: true,
  import: 'default',
});
