import type entrance from '../../../i18n/locales/en/entrance.json';

/** What is said where somebody chooses: the landing page has these words without the app's translations. */
export type ConsentWords = Pick<typeof entrance, Extract<keyof typeof entrance, `consent${string}`>>;
