export default import.meta.glob(['../locales/ko/*.json', '!**/{legal,landing-*}.json'], {
  eager: true,
  import: 'default',
});
