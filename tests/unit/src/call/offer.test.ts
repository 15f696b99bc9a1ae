import { expect, test } from 'vitest';
import type { CallRow } from '#db/schema.ts';
import { isFreeOnly, offerOf } from '../../../../src/features/calls/call/stage/offer.ts';

const terms = { flashSeconds: 15, reminderSeconds: 20, gems: 500 };
const match = { kind: 'match', direction: 'out', price: 60 } as CallRow;
const meter = { elapsed: 20, freeLeft: 10, left: 10, running: true };

const FIRST = { kind: 'first', direction: 'out', price: 60, freeSeconds: 60 } as CallRow;
const OVER = { freeLeft: 0, left: 70 };

test.each([
  ['a free match nears its end', match, {}, {}, 'continue'],
  ['there is time yet', match, { freeLeft: 16, left: 15.5 }, {}, 'none'],
  ['the gems do not cover a minute', match, {}, { gems: 59 }, 'short'],
  ['the caller goes on already', match, { left: 490 }, {}, 'soon'],
  ['the hub has not said what is left', match, { left: undefined }, {}, 'none'],
  ['it is the anchor', { ...match, direction: 'in' } as CallRow, {}, {}, 'none'],
  ['a first call is followed by paid minutes', { ...match, kind: 'first' } as CallRow, { left: 130 }, {}, 'soon'],
  ['a first call has free time yet', { ...match, kind: 'first' } as CallRow, { freeLeft: 16, left: 136 }, {}, 'none'],
  ['the free time of a first call has just ended', FIRST, { ...OVER, elapsed: 61 }, {}, 'paid'],
  ['a continued match has become paid', { ...FIRST, kind: 'match' } as CallRow, { ...OVER, elapsed: 67 }, {}, 'paid'],
  ['the notice of the price was shown', FIRST, { ...OVER, elapsed: 68 }, {}, 'none'],
  ['the meter waits for gems', FIRST, { ...OVER, elapsed: 61, running: false }, {}, 'none'],
  ['a paid call begins', { ...FIRST, kind: 'paid', freeSeconds: 0 } as CallRow, { ...OVER, elapsed: 1 }, {}, 'none'],
  ['the callee earns', { ...FIRST, direction: 'in' } as CallRow, { ...OVER, elapsed: 61 }, {}, 'none'],
  ['a first call ends for want of gems', { ...match, kind: 'first' } as CallRow, {}, { gems: 3 }, 'short'],
  ['silver has no minutes to buy', { ...match, kind: 'silver' } as CallRow, {}, {}, 'none'],
  ['the free time is over', { ...match, freeSeconds: 0 } as CallRow, { freeLeft: 0, left: 40 }, {}, 'none'],
] as const)('the offer shown in a call is correct when %s', (_when, call, measured, known, offer) => {
  expect(offerOf(call, { ...meter, ...measured }, { ...terms, ...known })).toBe(offer);
});

test('a match call is free only until its caller chose to pay', () => {
  expect(isFreeOnly(match, meter)).toBe(true);
  expect(isFreeOnly(match, { ...meter, left: 370 })).toBe(false);
  expect(isFreeOnly({ ...match, kind: 'paid' } as CallRow, meter)).toBe(false);
});
