export default import.meta.glob('../locales/fr/!(push).json', { eager: true, import: 'default' });
