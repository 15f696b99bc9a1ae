export default import.meta.glob(['../locales/es/*.json', '!**/{legal,landing-*}.json'], {
  eager: true,
  import: 'default',
});
