/** The parts of a date as chosen; empty when not chosen yet. */
export type DateParts = { readonly year: string; readonly month: string; readonly day: string };

const ISO = /^(\d{4})-(\d{2})-(\d{2})$/;
const two = (text: string) => text.padStart(2, '0');

/** Parses YYYY-MM-DD; the parts are empty for anything else. */
export function partsOf(date: string): DateParts {
  const [, year = '', month = '', day = ''] = ISO.exec(date) ?? [];
  return { year, month: month.replace(/^0/, ''), day: day.replace(/^0/, '') };
}

/** Returns YYYY-MM-DD; empty while a part is missing. A day after the month's last one becomes the last one. */
export function dateOf({ year, month, day }: DateParts): string {
  if (year === '' || month === '' || day === '') return '';
  const last = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  return `${year}-${two(month)}-${two(String(Math.min(Number(day), last)))}`;
}

/** Returns the order of the parts of a date in a locale. */
export function orderOf(locale: string): (keyof DateParts)[] {
  const parts = new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'long', day: 'numeric' }).formatToParts(0);
  return parts.flatMap(({ type }) => (type === 'year' || type === 'month' || type === 'day' ? [type] : []));
}
