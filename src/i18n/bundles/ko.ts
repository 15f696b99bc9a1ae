export default import.meta.glob(['../locales/ko/*.json', '!**/{push,legal,landing-*}.json'], {
  eager: true,
  import: 'default',
});
