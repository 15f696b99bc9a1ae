export default import.meta.glob(['../locales/hi/*.json', '!**/{push,legal,landing-*}.json'], {
  eager: true,
  import: 'default',
});
