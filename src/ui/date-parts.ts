/** Date as three choices. Empty: not chosen yet. */
export type DateParts = { readonly year: string; readonly month: string; readonly day: string };

const ISO = /^(\d{4})-(\d{2})-(\d{2})$/;
const two = (text: string) => text.padStart(2, '0');

export function partsOf(date: string): DateParts {
  const [, year = '', month = '', day = ''] = ISO.exec(date) ?? [];
  return { year, month: month.replace(/^0/, ''), day: day.replace(/^0/, '') };
}

/** YYYY-MM-DD, or empty while a part is missing. A day that its month does not have becomes the month's last. */
export function dateOf({ year, month, day }: DateParts): string {
  if (year === '' || month === '' || day === '') return '';
  const last = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  return `${year}-${two(month)}-${two(String(Math.min(Number(day), last)))}`;
}

/** Order in which a language writes the parts of a date. */
export function orderOf(locale: string): (keyof DateParts)[] {
  const parts = new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'long', day: 'numeric' }).formatToParts(0);
  return parts.flatMap(({ type }) => (type === 'year' || type === 'month' || type === 'day' ? [type] : []));
}
