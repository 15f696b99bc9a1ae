/** The three selects of `DateField` as strings; a part that is not chosen yet is empty. */
export type DateParts = { readonly year: string; readonly month: string; readonly day: string };

const ISO = /^(\d{4})-(\d{2})-(\d{2})$/;
const two = (text: string) => text.padStart(2, '0');

/** Splits a YYYY-MM-DD date into the parts of `DateField`; all parts are empty for any other text. */
export function partsOf(date: string): DateParts {
  const [, year = '', month = '', day = ''] = ISO.exec(date) ?? [];
  return { year, month: month.replace(/^0/, ''), day: day.replace(/^0/, '') };
}

/**
 * Joins the parts of `DateField` to YYYY-MM-DD, or to an empty string while a part is missing. A day after the last one of the
 * month becomes the last one.
 */
export function dateOf({ year, month, day }: DateParts): string {
  if (year === '' || month === '' || day === '') return '';
  const last = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  return `${year}-${two(month)}-${two(String(Math.min(Number(day), last)))}`;
}

/** Returns the order of year, month and day in a locale, for the order of the selects in `DateField`. */
export function orderOf(locale: string): (keyof DateParts)[] {
  const parts = new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'long', day: 'numeric' }).formatToParts(0);
  return parts.flatMap(({ type }) => (type === 'year' || type === 'month' || type === 'day' ? [type] : []));
}
