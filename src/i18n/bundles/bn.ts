export default import.meta.glob(['../locales/bn/*.json', '!**/{legal,landing-*}.json'], {
  eager: true,
  import: 'default',
});
