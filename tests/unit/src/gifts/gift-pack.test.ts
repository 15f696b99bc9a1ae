import { expect, test } from 'vitest';
import { ROLE_ANCHOR, ROLE_USER } from '#contract/account/rules.ts';
import { HOUR_MS } from '../../../../contract/durations.ts';
import { isBuyer, isFresh, isSoonAfter, packToShow } from '../../../../src/features/rewards/pack/offered.ts';
import type { GiftPackRow } from '../../../../worker/db/schema.ts';

const NOW = Date.UTC(2026, 4, 20);
const row: GiftPackRow = {
  key: 'giftPack',
  fetchedAt: NOW,
  pack: {
    sku: 'first300',
    priceId: 1,
    kind: 'first',
    gems: 300,
    bonus: 300,
    price: { amountMinor: 199, currency: 'USD' },
  },
};

test('the first-purchase pack is hidden from hosts, visitors and users with an expired login', () => {
  expect(isBuyer({ role: ROLE_USER, status: 'active' })).toBe(true);
  expect(isBuyer({ role: ROLE_ANCHOR, status: 'active' })).toBe(false);
  expect(isBuyer({ role: ROLE_USER, status: 'expired' })).toBe(false);
  expect(isBuyer(null)).toBe(false);
  expect(isBuyer(undefined)).toBe(false);
});

test('the first-purchase pack is shown while the server offers it, to a user without purchases', () => {
  expect(packToShow(row, false, NOW)).toBe(row.pack);
  expect(packToShow({ ...row, pack: null }, false, NOW)).toBeUndefined();
  expect(packToShow(undefined, false, NOW)).toBeUndefined();
  expect(packToShow(row, true, NOW)).toBeUndefined();
  // Unknown, because the account was not fetched yet.
  expect(packToShow(row, undefined, NOW)).toBeUndefined();
});

test('the first-purchase pack is not offered within an hour after a call', () => {
  expect(isSoonAfter(NOW - HOUR_MS + 1, NOW)).toBe(true);
  expect(isSoonAfter(NOW - HOUR_MS, NOW)).toBe(false);
  // No call is recorded on this device.
  expect(isSoonAfter(0, NOW)).toBe(false);
});

test('an offer that is an hour old, or from a clock that was set back, is loaded again', () => {
  expect(isFresh(row, NOW + HOUR_MS - 1)).toBe(true);
  expect(packToShow(row, false, NOW + HOUR_MS)).toBeUndefined();
  expect(packToShow(row, false, NOW - HOUR_MS)).toBeUndefined();
});
