export default import.meta.glob('../locales/hi/!(push).json', { eager: true, import: 'default' });
