export default import.meta.glob('../locales/he/!(push).json', { eager: true, import: 'default' });
