export default import.meta.glob(['../locales/ja/*.json', '!**/{push,legal,landing-*}.json'], {
  eager: true,
  import: 'default',
});
