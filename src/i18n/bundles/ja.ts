export default import.meta.glob(['../locales/ja/*.json', '!**/{legal,landing-*}.json'], {
  eager: true,
  import: 'default',
});
