export default import.meta.glob(['../locales/de/*.json', '!**/{legal,landing-*}.json'], {
  eager: true,
  import: 'default',
});
