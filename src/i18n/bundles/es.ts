export default import.meta.glob(['../locales/es/*.json', '!**/{push,legal,landing-*}.json'], {
  eager: true,
  import: 'default',
});
