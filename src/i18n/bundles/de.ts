export default import.meta.glob('../locales/de/!(push).json', { eager: true, import: 'default' });
