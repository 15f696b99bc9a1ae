export default import.meta.glob('../locales/pt/!(push).json', { eager: true, import: 'default' });
