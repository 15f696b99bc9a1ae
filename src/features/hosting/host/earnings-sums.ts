import type { StudioDay } from '#contract/hosting/studio.ts';
import { saveFile } from '../../../ui/save-file.ts';

/** Periods of the earnings, in days up to today. */
export const PERIODS = { today: 1, week: 7, month: 30 } as const;
/** Name of a period of the earnings: a key of `PERIODS`, whose value is its number of days. */
export type Period = keyof typeof PERIODS;

const COLUMNS = ['calls', 'bookings', 'gifts', 'media', 'other', 'minutes', 'answered', 'missed'] as const;
type Sums = Readonly<Record<(typeof COLUMNS)[number], number>>;

/**
 * Returns the gems that were earned on a day or in a period: the sum of the four sources, without `other` (payouts, purchases, spending).
 */
export const earnedIn = ({
  calls,
  bookings,
  gifts,
  media,
}: Pick<Sums, 'calls' | 'bookings' | 'gifts' | 'media'>): number => calls + bookings + gifts + media;

/** Adds up each column over the days of a period that ends today. `days`: newest first, beginning with today. */
export function sumDays(days: readonly StudioDay[], period: Period): Sums {
  const within = days.slice(0, PERIODS[period]);
  const sum = (column: keyof Sums) => within.reduce((total, day) => total + day[column], 0);
  return Object.fromEntries(COLUMNS.map((column) => [column, sum(column)])) as Record<keyof Sums, number>;
}

/** Returns the days as CSV (RFC 4180) with English column names, oldest first. `days`: newest first. */
export const csvOf = (days: readonly StudioDay[]): string =>
  [['day', ...COLUMNS], ...days.toReversed().map((day) => [day.day, ...COLUMNS.map((column) => day[column])])]
    .map((cells) => `${cells.join(',')}\r\n`)
    .join('');

/** Saves the days as a CSV file on the device. */
export function downloadDays(days: readonly StudioDay[]): void {
  saveFile(new Blob([csvOf(days)], { type: 'text/csv' }), `earnings-${days[0]?.day ?? ''}.csv`);
}
