export default import.meta.glob('../locales/it/!(push).json', { eager: true, import: 'default' });
