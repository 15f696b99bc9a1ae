import { BOOKING_STEP_MS } from '#contract/calls/booking-rules.ts';
import { MINUTE_MS } from '#contract/durations.ts';

const two = (value: number) => String(value).padStart(2, '0');

/** The value of a `datetime-local` input for a Unix time in ms, in the device's time zone: "2026-03-29T18:05". */
export function localValueOf(at: number): string {
  const date = new Date(at);
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/**
 * The Unix time in ms of a `datetime-local` value in the device's time zone; undefined while the input is incomplete. A local time that
 * daylight saving time skips is moved forward, one that occurs twice is the first.
 */
export function instantOf(local: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(local)) return undefined;
  const at = new Date(local).getTime();
  return Number.isNaN(at) ? undefined : at;
}

/** Rounds a Unix time in ms up to the grid on which booked calls start (`BOOKING_STEP_MS`). */
export const nextStart = (at: number): number => Math.ceil(at / BOOKING_STEP_MS) * BOOKING_STEP_MS;

/** The end of a booked call, Unix ms. */
export const endOf = ({ startsAt, minutes }: { readonly startsAt: number; readonly minutes: number }): number =>
  startsAt + minutes * MINUTE_MS;

/** A time of RFC 5545 in UTC: "20260329T163000Z". It needs no time zone of its own, so daylight saving time cannot move it. */
const utcOf = (at: number): string => `${new Date(at).toISOString().replace(/[-:]|\.\d+/g, '')}`;
const escaped = (text: string): string => text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n');
const LINE_OCTETS = 75;

/** Folds a line of RFC 5545 at 75 octets, never within a character. */
function folded(line: string): string {
  const lines = [''];
  const encoder = new TextEncoder();
  for (const character of line) {
    const last = lines.at(-1) ?? '';
    if (encoder.encode(last + character).length > LINE_OCTETS) lines.push(` ${character}`);
    else lines[lines.length - 1] = last + character;
  }
  return lines.join('\r\n');
}

/**
 * Returns a booked call as a calendar file (RFC 5545) with an alarm 10 minutes before it. `startsAt` and `now`, the time of the export, are
 * Unix ms.
 */
export const calendarOf = (event: {
  readonly id: string;
  readonly title: string;
  readonly url: string;
  readonly startsAt: number;
  readonly minutes: number;
  readonly now: number;
}): string =>
  [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//gemcall//bookings//EN', 'BEGIN:VEVENT'],
    `UID:${event.id}@${new URL(event.url).hostname}`,
    `DTSTAMP:${utcOf(event.now)}`,
    `DTSTART:${utcOf(event.startsAt)}`,
    `DTEND:${utcOf(endOf(event))}`,
    `SUMMARY:${escaped(event.title)}`,
    `URL:${event.url}`,
    ...['BEGIN:VALARM', 'ACTION:DISPLAY', 'TRIGGER:-PT10M', `DESCRIPTION:${escaped(event.title)}`, 'END:VALARM'],
    ...['END:VEVENT', 'END:VCALENDAR'],
  ]
    .map((line) => `${folded(line)}\r\n`)
    .join('');
