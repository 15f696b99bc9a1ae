export default import.meta.glob('../locales/ko/!(push).json', { eager: true, import: 'default' });
