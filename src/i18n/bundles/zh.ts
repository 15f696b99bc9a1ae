export default import.meta.glob('../locales/zh/!(push).json', { eager: true, import: 'default' });
