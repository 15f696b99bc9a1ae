export default import.meta.glob(['../locales/de/*.json', '!**/{push,legal,landing-*}.json'], {
  eager: true,
  import: 'default',
});
