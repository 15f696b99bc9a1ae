export default import.meta.glob('../locales/en/!(push).json', { eager: true, import: 'default' });
