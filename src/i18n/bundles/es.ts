export default import.meta.glob('../locales/es/!(push).json', { eager: true, import: 'default' });
