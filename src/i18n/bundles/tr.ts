export default import.meta.glob('../locales/tr/!(push).json', { eager: true, import: 'default' });
