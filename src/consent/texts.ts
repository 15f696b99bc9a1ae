import type entrance from '../i18n/locales/en/entrance.json';

/** Texts of the consent banner, passed as a prop: the landing page renders it without the app's translations. */
export type ConsentWords = Pick<typeof entrance, Extract<keyof typeof entrance, `consent${string}`>>;
