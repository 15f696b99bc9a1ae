export default import.meta.glob(['../locales/ar/*.json', '!**/{legal,landing-*}.json'], {
  eager: true,
  import: 'default',
});
