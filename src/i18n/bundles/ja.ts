export default import.meta.glob('../locales/ja/!(push).json', { eager: true, import: 'default' });
