import { afterEach, expect, test } from 'vitest';
import { BOOKING_STEP_MS } from '../../../../contract/calls/booking-rules.ts';
import { DAY_MS, MINUTE_MS } from '../../../../contract/durations.ts';
import { bookedTermsOf } from '../../../../src/data/calls/use-booked-call.ts';
import { calendarOf, instantOf, localValueOf, nextStart } from '../../../../src/features/calls/bookings/appointment.ts';

const zone = process.env['TZ'];
afterEach(() => {
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
});

/** Zones with a change of the clock, and the day (UTC) around which it happens. */
const CHANGES = [
  ['Europe/Berlin', '2026-03-29'],
  ['Europe/Berlin', '2026-10-25'],
  ['America/New_York', '2026-03-08'],
  ['America/New_York', '2026-11-01'],
  ['America/Santiago', '2026-04-05'],
  ['Australia/Lord_Howe', '2026-10-04'],
  ['Africa/Cairo', '2026-04-24'],
  ['Asia/Kolkata', '2026-03-29'],
] as const;

test.each(CHANGES)('each start in %s around %s is the instant that its local time names', (name, day) => {
  process.env['TZ'] = name;
  const from = Date.parse(`${day}T00:00:00Z`) - DAY_MS;
  let repeated = 0;
  for (let at = from; at < from + 3 * DAY_MS; at += BOOKING_STEP_MS) {
    const chosen = instantOf(localValueOf(at)) ?? 0;
    // An hour that occurs twice is the first; the page shows the instant that was chosen.
    if (chosen !== at) repeated += 1;
    expect(localValueOf(chosen)).toBe(localValueOf(at));
    expect(chosen).toBeLessThanOrEqual(at);
    expect(chosen % BOOKING_STEP_MS).toBe(0);
  }
  expect(repeated * BOOKING_STEP_MS).toBeLessThanOrEqual(60 * MINUTE_MS);
});

test('a local time that is skipped is moved forward, and an incomplete one is none', () => {
  process.env['TZ'] = 'Europe/Berlin';
  expect(instantOf('2026-03-29T02:30')).toBe(Date.UTC(2026, 2, 29, 1, 30));
  expect(instantOf('2026-10-25T02:30')).toBe(Date.UTC(2026, 9, 25, 0, 30));
  for (const value of ['', '2026-03-29', '2026-03-29T25:00', 'x']) expect(instantOf(value)).toBeUndefined();
  expect(nextStart(Date.UTC(2026, 2, 29, 1, 1))).toBe(Date.UTC(2026, 2, 29, 1, 5));
});

test.each(['Europe/Berlin', 'America/New_York', 'Asia/Kolkata'])(
  'the calendar file is the same in %s: UTC, folded, escaped',
  (name) => {
    process.env['TZ'] = name;
    const file = calendarOf({
      id: 'a1',
      title: `Call with Ann, Bob; ${'ü'.repeat(50)}`,
      url: 'https://gemcall.test/anchorprofile?uid=9001',
      startsAt: Date.UTC(2026, 2, 29, 0, 55),
      minutes: 20,
      now: Date.UTC(2026, 2, 1),
    });
    const lines = file.split('\r\n');
    expect(lines).toContain('DTSTART:20260329T005500Z');
    expect(lines).toContain('DTEND:20260329T011500Z');
    expect(lines).toContain('UID:a1@gemcall.test');
    expect(file).toContain('SUMMARY:Call with Ann\\, Bob\\; ü');
    expect(file.endsWith('END:VCALENDAR\r\n')).toBe(true);
    for (const line of lines) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
  },
);

test('a booked call has its own terms from shortly before its start until the end of the grace, for its viewer alone', () => {
  const START = Date.UTC(2026, 2, 29, 12);
  const booking = {
    id: 'a1',
    side: 'viewer' as const,
    peer: { uid: 9001, nickName: 'Maya', avatarUrl: '' },
    state: 'accepted' as const,
    proposedAt: 0,
    expiresAt: 0,
    startsAt: START,
    minutes: 20,
    price: 60,
    gems: 1_200,
    minimumGems: 300,
    chargedGems: 0,
  };
  const termsAt = (now: number, change: object = {}) => bookedTermsOf([{ ...booking, ...change }], 9001, now);
  expect(termsAt(START - 5 * MINUTE_MS)).toEqual({ price: 60, seconds: 1_200 });
  expect(termsAt(START - 5 * MINUTE_MS - 1)).toBeUndefined();
  expect(termsAt(START + 10 * MINUTE_MS - 1)).toEqual({ price: 60, seconds: 1_200 });
  expect(termsAt(START + 10 * MINUTE_MS)).toBeUndefined();
  for (const change of [{ state: 'proposed' }, { side: 'host' }, { peer: { ...booking.peer, uid: 9002 } }])
    expect(termsAt(START, change)).toBeUndefined();
});
