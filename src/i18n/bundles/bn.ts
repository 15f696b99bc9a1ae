export default import.meta.glob('../locales/bn/!(push).json', { eager: true, import: 'default' });
