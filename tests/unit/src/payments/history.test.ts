import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PAY_STATUSES } from '#contract/payments/orders.ts';
import { LIMIT_GEMS_MAX } from '#contract/wallet/limits.ts';
import { addsUp } from '../../../../src/features/payments/history/adds-up.ts';
import { holdsAtOnce, limitOf } from '../../../../src/features/payments/history/limit-wish.ts';
import { isBack, statusOf } from '../../../../src/features/payments/history/order-status.ts';
import { createRefundNames } from '../../../../src/features/payments/history/refund-names.ts';

/** Postings as the server lists them: each leads from one balance to the next. Newest first. */
const histories = fc.array(fc.integer({ min: -500, max: 500 }), { minLength: 1, maxLength: 40 }).map((amounts) => {
  let after = 0;
  const lines = amounts.map((wish, id) => {
    const amount = Math.max(wish, -after);
    after += amount;
    return { id, amount, after };
  });
  return { lines: lines.reverse(), balance: after };
});

describe('an account history', () => {
  test('an account history adds up, complete or its newest postings, with a known or unknown balance', () => {
    fc.assert(
      fc.property(histories, fc.nat(), fc.boolean(), ({ lines, balance }, cut, isKnown) => {
        const page = lines.slice(0, 1 + (cut % lines.length));
        expect(addsUp(page, isKnown ? balance : undefined)).toEqual({ fits: true });
      }),
    );
  });

  test('an account history does not add up when a posting is missing, changed, or moved', () => {
    fc.assert(
      fc.property(histories, fc.nat(), fc.integer({ min: 1, max: 99 }), ({ lines, balance }, which, by) => {
        const at = which % lines.length;
        const { after: _after, ...line } = lines[at] ?? { id: 0, amount: 0 };
        const after = (lines[at]?.after ?? 0) + by;
        expect(addsUp(lines.with(at, { ...line, after }), balance).fits).toBe(false);
        // The oldest posting has no earlier one to compare with.
        const isOldest = at === lines.length - 1;
        const amount = lines.with(at, { ...line, amount: line.amount + by, after: after - by });
        expect(addsUp(amount, balance).fits).toBe(isOldest);
        const isNothing = line.amount === 0;
        expect(addsUp(lines.toSpliced(at, 1), balance).fits).toBe(isOldest || isNothing);
        expect(addsUp(lines, balance + by)).toEqual({ fits: false, before: lines[0]?.id });
      }),
    );
  });

  test('an empty account history adds up', () => expect(addsUp([], 40)).toEqual({ fits: true }));
});

describe('the status of a purchase', () => {
  const reversal = (kind: 'refund' | 'dispute' | 'surplus', state: 'asked' | 'done' | 'refused' | 'won' | 'lost') =>
    ({ kind, state, gems: 1, price: { amountMinor: 1, currency: 'USD' }, at: 0 }) as const;
  const of = (payStatus: (typeof PAY_STATUSES)[number], ...reversals: ReturnType<typeof reversal>[]) =>
    statusOf({ payStatus, reversals } as unknown as Parameters<typeof statusOf>[0]);

  test('the status of a purchase is the payment status when nothing was refunded', () => {
    expect(PAY_STATUSES.map((status) => of(status))).toEqual(['paid', 'pending', 'failed', 'expired', 'review']);
  });

  test('the status of a purchase is its refund, and ignores refusals, won disputes and duplicate payments', () => {
    expect(of('TXN_SUCCESS', reversal('refund', 'asked'))).toBe('refunded');
    expect(of('TXN_SUCCESS', reversal('refund', 'refused'), reversal('dispute', 'lost'))).toBe('disputed');
    expect(of('TXN_SUCCESS', reversal('dispute', 'won'))).toBe('paid');
    expect(of('TXN_SUCCESS', reversal('surplus', 'done'))).toBe('paid');
    expect(of('TXN_FAILURE', reversal('refund', 'done'))).toBe('failed');
  });

  test('a purchase looks paid back only when it was refunded', () => {
    const back = (kind: 'refund' | 'dispute', state: Parameters<typeof reversal>[1]) =>
      isBack({ payStatus: 'TXN_SUCCESS', reversals: [reversal(kind, state)] } as unknown as Parameters<
        typeof isBack
      >[0]);
    expect([back('refund', 'done'), back('refund', 'refused'), back('dispute', 'lost')]).toEqual([true, false, false]);
  });
});

describe('a personal spending limit', () => {
  test('a spending limit is a whole number of gems, including zero', () => {
    expect(['0', '70', '٣', String(LIMIT_GEMS_MAX)].map(limitOf)).toEqual([0, 70, 3, LIMIT_GEMS_MAX]);
    for (const typed of ['', ' ', '-1', '1.5', '1e3', 'none', String(LIMIT_GEMS_MAX + 1), '00000001'])
      expect(limitOf(typed), typed).toBeUndefined();
  });

  test('a spending limit applies at once when it is lowered, after a day when it is raised or removed', () => {
    expect(holdsAtOnce(null, 500)).toBe(true);
    expect(holdsAtOnce(500, 0)).toBe(true);
    expect(holdsAtOnce(500, 500)).toBe(true);
    expect(holdsAtOnce(500, 501)).toBe(false);
    expect(holdsAtOnce(500, null)).toBe(false);
    expect(holdsAtOnce(null, null)).toBe(false);
  });
});

describe('the operation id of a refund', () => {
  const names = () => {
    let made = 0;
    return createRefundNames(() => `refund ${++made}`);
  };

  test('the operation id of a refund stays the same after a lost response, however often it is lost', () => {
    const { nameFor, answered } = names();
    for (const code of ['offline', 'timeout', 'cancelled', 'server-error', 'gateway-down'] as const) {
      expect(nameFor(300)).toBe('refund 1');
      answered({ code });
    }
    expect(nameFor(300)).toBe('refund 1');
    answered(undefined);
    expect(nameFor(300)).toBe('refund 2');
  });

  test('the operation id of a refund changes after a refusal, and for another number of gems', () => {
    const { nameFor, answered } = names();
    expect(nameFor(300)).toBe('refund 1');
    answered({ code: 'not-refundable' });
    expect(nameFor(300)).toBe('refund 2');
    answered({ code: 'timeout' });
    expect(nameFor(200)).toBe('refund 3');
  });
});
