export default import.meta.glob('../locales/id/!(push).json', { eager: true, import: 'default' });
