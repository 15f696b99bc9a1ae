import { currentLocale } from '../../../i18n/i18n.ts';

/** Day and time, as a receipt has them. */
export const dateTime = (at: number): string =>
  new Intl.DateTimeFormat(currentLocale(), { dateStyle: 'medium', timeStyle: 'short' }).format(at);
