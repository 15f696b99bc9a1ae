export default import.meta.glob(['../locales/zh/*.json', '!**/{legal,landing-*}.json'], {
  eager: true,
  import: 'default',
});
