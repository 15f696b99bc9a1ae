export default import.meta.glob(['../locales/tr/*.json', '!**/{push,legal,landing-*}.json'], {
  eager: true,
  import: 'default',
});
