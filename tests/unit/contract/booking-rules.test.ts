import { describe, expect, test } from 'vitest';
import {
  BOOKING_STATES,
  type BookingEvent,
  type BookingState,
  bookingExpiry,
  isBookable,
  isBookingOpen,
  isCancelledLate,
  nextBookingState,
} from '../../../contract/calls/booking-rules.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../contract/durations.ts';

const EVENTS = {
  accept: { proposed: 'accepted' },
  decline: { proposed: 'declined' },
  expire: { proposed: 'expired' },
  viewerCancels: { proposed: 'cancelledByViewer', accepted: 'cancelledByViewer' },
  teamCancels: { proposed: 'missed', accepted: 'missed' },
  hostCancels: { proposed: 'cancelledByHost', accepted: 'cancelledByHost' },
  keep: { accepted: 'kept' },
  viewerMisses: { accepted: 'missedByViewer' },
  hostMisses: { accepted: 'missedByHost' },
  bothMiss: { accepted: 'missed' },
} as const satisfies Record<BookingEvent, Partial<Record<BookingState, BookingState>>>;
const rows = (Object.keys(EVENTS) as BookingEvent[]).flatMap((event) =>
  BOOKING_STATES.map(
    (state) => [event, state, (EVENTS[event] as Partial<Record<BookingState, BookingState>>)[state]] as const,
  ),
);

test.each(rows)('the event %s in the state %s leads to %s', (event, state, next) => {
  expect(nextBookingState(state, event)).toBe(next);
});

test('no event changes a final state, and each state but the first is reached', () => {
  const final = BOOKING_STATES.filter((state) => !isBookingOpen(state));
  expect(rows.filter(([, state, next]) => final.includes(state) && next !== undefined)).toEqual([]);
  expect(new Set(rows.flatMap(([, , next]) => next ?? []))).toEqual(
    new Set(BOOKING_STATES.filter((state) => state !== 'proposed')),
  );
});

describe('the times of a booking', () => {
  const NOON = Date.UTC(2026, 2, 29, 12);

  test.each([
    ['an hour ahead', NOON + HOUR_MS, true],
    ['less than an hour ahead', NOON + HOUR_MS - 5 * MINUTE_MS, false],
    ['in 14 days', NOON + 14 * DAY_MS, true],
    ['in more than 14 days', NOON + 14 * DAY_MS + 5 * MINUTE_MS, false],
    ['off the grid', NOON + 2 * HOUR_MS + MINUTE_MS, false],
  ])('a start %s can be proposed: %s', (_name, startsAt, can) => {
    expect(isBookable(startsAt, NOON)).toBe(can);
  });

  test('a proposal expires after a day, at the latest 15 minutes before its start', () => {
    expect(bookingExpiry(NOON, NOON + 3 * DAY_MS)).toBe(NOON + DAY_MS);
    expect(bookingExpiry(NOON, NOON + HOUR_MS)).toBe(NOON + 45 * MINUTE_MS);
  });

  test('a viewer cancels late within two hours of the start of an accepted booking', () => {
    const startsAt = NOON + 4 * HOUR_MS;
    expect(isCancelledLate('accepted', startsAt, startsAt - 2 * HOUR_MS)).toBe(false);
    expect(isCancelledLate('accepted', startsAt, startsAt - 2 * HOUR_MS + 1)).toBe(true);
    expect(isCancelledLate('proposed', startsAt, startsAt - MINUTE_MS)).toBe(false);
  });
});
