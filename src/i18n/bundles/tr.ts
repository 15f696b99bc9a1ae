export default import.meta.glob(['../locales/tr/*.json', '!**/{legal,landing-*}.json'], {
  eager: true,
  import: 'default',
});
