export default import.meta.glob(['../locales/hi/*.json', '!**/{legal,landing-*}.json'], {
  eager: true,
  import: 'default',
});
