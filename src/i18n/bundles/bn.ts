export default import.meta.glob(['../locales/bn/*.json', '!**/{push,legal,landing-*}.json'], {
  eager: true,
  import: 'default',
});
