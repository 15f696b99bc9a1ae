export default import.meta.glob(['../locales/en/*.json', '!**/{push,legal,landing-*}.json'], {
  eager: true,
  import: 'default',
});
