export default import.meta.glob(['../locales/he/*.json', '!**/{push,legal,landing-*}.json'], {
  eager: true,
  import: 'default',
});
