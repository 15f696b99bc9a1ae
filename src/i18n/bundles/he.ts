export default import.meta.glob(['../locales/he/*.json', '!**/{legal,landing-*}.json'], {
  eager: true,
  import: 'default',
});
