export default import.meta.glob(['../locales/fr/*.json', '!**/{push,legal,landing-*}.json'], {
  eager: true,
  import: 'default',
});
