export default import.meta.glob(['../locales/ar/*.json', '!**/{push,legal,landing-*}.json'], {
  eager: true,
  import: 'default',
});
