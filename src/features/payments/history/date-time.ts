import { currentLocale } from '../../../i18n/i18n.ts';

/** Formats a Unix time in ms as date and time in the user's locale, as on a receipt. */
export const dateTime = (at: number): string =>
  new Intl.DateTimeFormat(currentLocale(), { dateStyle: 'medium', timeStyle: 'short' }).format(at);
