import { DAY_MS, MINUTE_MS } from '#contract/durations.ts';
import { formatSettings } from './format-settings.ts';
import { currentLocale } from './i18n.ts';

/**
 * Caches a formatter, as creating one is far more expensive than using it. A formatter keeps the time zone and the 12 or 24 hours of its
 * creation, so another one is created when they change.
 */
function cached<T>(make: (locale: string) => T): () => T {
  let made: { readonly value: T; readonly key: string } | undefined;
  return () => {
    const locale = currentLocale();
    const key = `${locale} ${formatSettings()}`;
    if (made?.key !== key) made = { value: make(locale), key };
    return made.value;
  };
}

const time = cached((locale) => new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' }));
const weekday = cached((locale) => new Intl.DateTimeFormat(locale, { weekday: 'short' }));
const shortDay = cached((locale) => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' }));
const shortYear = cached(
  (locale) => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' }),
);
const longDay = cached((locale) => new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long' }));
const longYear = cached(
  (locale) => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric' }),
);
const relative = cached((locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));
// The narrow style shows minutes as "m" in German, which reads as metres, and as "-6 min" in French.
const brief = cached((locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' }));
const days = cached((locale) => new Intl.NumberFormat(locale, { style: 'unit', unit: 'day', unitDisplay: 'long' }));
const twoDigits = cached((locale) => new Intl.NumberFormat(locale, { minimumIntegerDigits: 2 }));
const megabits = cached(
  (locale) => new Intl.NumberFormat(locale, { style: 'unit', unit: 'megabit-per-second', maximumFractionDigits: 1 }),
);
const number = cached((locale) => new Intl.NumberFormat(locale));

const percent = cached((locale) => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }));

const WEEK_DAYS = 7;

/** Returns the number of calendar days between two Unix times in ms in the device's time zone; correct across daylight saving time. */
export function daysBetween(from: number, to: number): number {
  const midnight = (at: number) => {
    const day = new Date(at);
    return Date.UTC(day.getFullYear(), day.getMonth(), day.getDate());
  };
  return Math.round((midnight(to) - midnight(from)) / DAY_MS);
}

/** Capitalizes the first letter of a text by the rules of the interface language, for a name outside of a sentence. */
export const capital = (text: string) => text.charAt(0).toLocaleUpperCase(currentLocale()) + text.slice(1);
const sameYear = (a: number, b: number) => new Date(a).getFullYear() === new Date(b).getFullYear();

/** Formats the time of day of a Unix time in ms, in the interface language and the device's time zone. */
export const formatTime = (at: number): string => time().format(at);
/** Formats a number of days: "30 days". */
export const formatDays = (count: number): string => days().format(count);
/** Formats a duration in seconds as minutes and seconds: 65 is "1:05". */
export function formatClock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  return `${formatNumber(Math.floor(whole / 60))}:${twoDigits().format(whole % 60)}`;
}
/** Formats a duration in seconds with hours: 3,665 is "1:01:05". */
export function formatHours(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const rest = [Math.floor(whole / 60) % 60, whole % 60].map((part) => twoDigits().format(part));
  return [formatNumber(Math.floor(whole / 3_600)), ...rest].join(':');
}
/** Formats a bit rate: 1,500 kbit/s are "1.5 Mb/s". */
export const formatSpeed = (kbits: number): string => megabits().format(kbits / 1_000);
/** Formats a share between 0 and 1 as a percentage. */
export const formatPercent = (share: number): string => percent().format(share);
/** Formats a size in kilobytes or megabytes (powers of 1,000). */
export function formatBytes(bytes: number): string {
  const [value, unit] = bytes < 1_000_000 ? [bytes / 1_000, 'kilobyte'] : [bytes / 1_000_000, 'megabyte'];
  const maximumFractionDigits = value < 10 ? 1 : 0;
  return new Intl.NumberFormat(currentLocale(), { style: 'unit', unit, maximumFractionDigits }).format(value);
}
/** Formats a number with the digits and separators of the interface language (`currentLocale`). */
export const formatNumber = (value: number): string => number().format(value);

/** Formats the name of a weekday, 0 for Monday. */
export const formatWeekday = (at: number): string =>
  // 2024 began on a Monday.
  new Intl.DateTimeFormat(currentLocale(), { weekday: 'long', timeZone: 'UTC' }).format(Date.UTC(2024, 0, 1 + at));

/** Formats a range of at most a week between two Unix times in ms, with weekdays, in the device's time zone: "Mon, 6:00 – 11:00 PM". */
export const formatHourRange = (from: number, to: number): string =>
  new Intl.DateTimeFormat(currentLocale(), { weekday: 'short', hour: 'numeric', minute: '2-digit' }).formatRange(
    from,
    to,
  );

/** Formats the day and time of an appointment between two Unix times in ms, in the device's time zone: "Mon, May 20, 6:00 – 6:20 PM". */
export const formatAppointment = (from: number, to: number): string =>
  new Intl.DateTimeFormat(currentLocale(), {
    ...({ weekday: 'short', day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' } as const),
  }).formatRange(from, to);

/** Formats a date within a sentence: "May 20, 2026". */
export const formatDate = (at: number): string => longYear().format(at);

/** Formats the day of a message: today, yesterday, or the date. */
export function formatDay(at: number, now: number): string {
  const days = daysBetween(at, now);
  if (days === 0 || days === 1) return capital(relative().format(-days, 'day'));
  return (sameYear(at, now) ? longDay() : longYear()).format(at);
}

/** Formats a time in a list, relative to `now` (both Unix ms): now, minutes ago, the time today, yesterday, the weekday, or the date. */
export function formatRecent(at: number, now: number): string {
  const minutes = Math.floor((now - at) / MINUTE_MS);
  if (minutes < 1) return brief().format(0, 'second');
  if (minutes < 60) return brief().format(-minutes, 'minute');
  const days = daysBetween(at, now);
  if (days === 0) return time().format(at);
  if (days === 1) return relative().format(-1, 'day');
  if (days < WEEK_DAYS) return weekday().format(at);
  return (sameYear(at, now) ? shortDay() : shortYear()).format(at);
}
