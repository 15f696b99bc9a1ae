import { currentLocale } from '../../../i18n/i18n.ts';

/** Date and time in the user's locale, as shown on a receipt. */
export const dateTime = (at: number): string =>
  new Intl.DateTimeFormat(currentLocale(), { dateStyle: 'medium', timeStyle: 'short' }).format(at);
