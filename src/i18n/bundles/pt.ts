export default import.meta.glob(['../locales/pt/*.json', '!**/{legal,landing-*}.json'], {
  eager: true,
  import: 'default',
});
