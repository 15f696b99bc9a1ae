export default import.meta.glob(['../locales/zh/*.json', '!**/{push,legal,landing-*}.json'], {
  eager: true,
  import: 'default',
});
