export default import.meta.glob('../locales/ar/!(push).json', { eager: true, import: 'default' });
