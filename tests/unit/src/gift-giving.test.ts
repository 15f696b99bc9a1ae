import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AppError, Result } from '#contract/result.ts';
import {
  CONFIRM_FROM_GEMS,
  createGiving,
  type GivingView,
  type Purchase,
} from '../../../src/features/gifts/sheet/giving.ts';

const ROSE = { gift: 'rose', price: 10 };
const WINK = { gift: 'wink', price: 5 };
const COMET = { gift: 'comet', price: 5_000 };
type Answer = Result<{ readonly total: number }, AppError>;
const refused = (reason: 'conflict' | 'price-changed' | 'gems-insufficient'): Answer => ({
  ok: false,
  error: { code: 'gift', detail: '', reason },
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A sheet and a core: each purchase is answered when the test says so, or at once. */
function sheet({ gems = 1_000_000, answers = true } = {}) {
  const bought: Purchase[] = [];
  const waiting: ((answer: Answer) => void)[] = [];
  const totals = new Map<string, number>();
  const views: GivingView[] = [];
  let ops = 0;
  const giving = createGiving({
    buy: (purchase) => {
      bought.push(purchase);
      const total = (totals.get(purchase.combo) ?? 0) + purchase.count;
      totals.set(purchase.combo, total);
      if (answers) return Promise.resolve({ ok: true, value: { total } });
      return new Promise((resolve) => waiting.push(resolve));
    },
    gems: () => gems,
    newOp: () => {
      ops += 1;
      return `op${ops}`;
    },
    now: Date.now,
    later: (ms, act) => {
      const timer = setTimeout(act, ms);
      return () => clearTimeout(timer);
    },
    onChange: (view) => void views.push(view),
  });
  const said = () => bought.map(({ gift, count, op, combo }) => `${gift} ${count} ${op} of ${combo}`);
  const answer = async (one: Answer) => {
    waiting.shift()?.(one);
    await vi.advanceTimersByTimeAsync(0);
  };
  return { ...giving, said, answer, view: () => views.at(-1) };
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test('the first tap buys at once', () => {
  const { tap, said, view } = sheet();
  tap(ROSE);
  expect(said()).toEqual(['rose 1 op1 of op1']);
  expect(view()?.count).toBe(1);
});

test('taps that follow quickly are bought together, as one row with the first', async () => {
  const { tap, said, view } = sheet();
  tap(ROSE);
  await pass(100);
  for (let n = 0; n < 4; n += 1) {
    tap(ROSE);
    await pass(100);
  }
  expect(said()).toEqual(['rose 1 op1 of op1']);
  expect(view()?.count).toBe(5);
  await pass(500);
  expect(said()).toEqual(['rose 1 op1 of op1', 'rose 4 op2 of op1']);
  expect(view()?.count).toBe(5);
});

test('somebody who never stops is bought for while the row still goes on', async () => {
  const { tap, said } = sheet();
  tap(ROSE);
  for (let n = 0; n < 40; n += 1) {
    await pass(100);
    tap(ROSE);
  }
  await pass(1_000);
  const combos = new Set(said().map((one) => one.split(' of ')[1]));
  expect(combos).toEqual(new Set(['op1']));
  expect(said().length).toBeLessThan(6);
});

test('99 gifts are one purchase, and the hundredth is another', async () => {
  const { tap, said } = sheet();
  tap(WINK);
  await pass(0);
  for (let n = 0; n < 100; n += 1) tap(WINK);
  await pass(2_000);
  expect(said()).toEqual(['wink 1 op1 of op1', 'wink 99 op2 of op1', 'wink 1 op3 of op1']);
});

test('a tap after a pause begins another row, and another gift too', async () => {
  const { tap, said, view } = sheet();
  tap(ROSE);
  await pass(3_000);
  tap(ROSE);
  await pass(0);
  expect(view()?.count).toBe(1);
  tap(WINK);
  await pass(0);
  expect(said()).toEqual(['rose 1 op1 of op1', 'rose 1 op2 of op2', 'wink 1 op3 of op3']);
});

test('one purchase is on its way at a time', async () => {
  const { tap, said, answer } = sheet({ answers: false });
  tap(ROSE);
  tap(WINK);
  await pass(2_000);
  expect(said()).toEqual(['rose 1 op1 of op1']);
  await answer({ ok: true, value: { total: 1 } });
  expect(said()).toEqual(['rose 1 op1 of op1', 'wink 1 op2 of op2']);
});

test('a row that the server sees as over begins anew, with nothing lost', async () => {
  const { tap, said, answer } = sheet({ answers: false });
  tap(ROSE);
  await answer({ ok: true, value: { total: 1 } });
  tap(ROSE);
  await pass(500);
  await answer(refused('conflict'));
  expect(said()).toEqual(['rose 1 op1 of op1', 'rose 1 op2 of op1', 'rose 1 op3 of op3']);
});

test('a conflict of the first of a row is said, not tried for ever', async () => {
  const { tap, said, answer, view } = sheet({ answers: false });
  tap(ROSE);
  await answer(refused('conflict'));
  expect(said()).toHaveLength(1);
  expect(view()?.failure?.error).toMatchObject({ reason: 'conflict' });
});

test('a refusal takes what waits behind it along, and says how many gems it was about', async () => {
  const { tap, said, answer, view } = sheet({ answers: false });
  tap(ROSE);
  tap(ROSE);
  tap(ROSE);
  await answer(refused('price-changed'));
  await pass(5_000);
  expect(said()).toHaveLength(1);
  expect(view()).toMatchObject({ count: 0, failure: { gems: 30 } });
  tap({ gift: 'rose', price: 12 });
  expect(view()?.failure).toBeUndefined();
});

test('the first tap is left to the server; further ones stop where the gems end', async () => {
  const { tap, said, view } = sheet({ gems: 25 });
  tap(ROSE);
  tap(ROSE);
  tap(ROSE);
  expect(view()?.failure).toEqual({
    error: expect.objectContaining({ reason: 'gems-insufficient', balance: 25 }),
    gems: 30,
  });
  await pass(1_000);
  expect(said()).toEqual(['rose 1 op1 of op1', 'rose 1 op2 of op1']);
  const poor = sheet({ gems: 0 });
  poor.tap(ROSE);
  expect(poor.said()).toEqual(['rose 1 op1 of op1']);
});

test('a purchase of a thousand gems is asked about first, and bought only after a yes', async () => {
  const { tap, said, view, confirm } = sheet();
  tap(COMET);
  expect([said(), view()?.asks]).toEqual([[], { ...COMET, count: 1 }]);
  confirm(false);
  await pass(5_000);
  expect([said(), view()?.asks, view()?.count]).toEqual([[], undefined, 0]);
  tap(COMET);
  confirm(true);
  // The dialog closes after its answer.
  confirm(false);
  expect(said()).toEqual(['comet 1 op1 of op1']);
});

test('many small ones together are asked about too', async () => {
  const { tap, said, view } = sheet();
  const teddy = { gift: 'teddy', price: CONFIRM_FROM_GEMS / 2 };
  tap(teddy);
  await pass(0);
  tap(teddy);
  tap(teddy);
  await pass(600);
  expect([said().length, view()?.asks?.count]).toEqual([1, 2]);
});

test('a sheet that is closed buys what was tapped, but nothing that it still asks about', async () => {
  const { tap, said, finish } = sheet();
  tap(ROSE);
  await pass(0);
  tap(ROSE);
  finish();
  expect(said()).toEqual(['rose 1 op1 of op1', 'rose 1 op2 of op1']);
  const dear = sheet();
  dear.tap(COMET);
  dear.finish();
  await pass(5_000);
  expect(dear.said()).toEqual([]);
  const mixed = sheet({ answers: false });
  mixed.tap(ROSE);
  mixed.tap(COMET);
  mixed.tap(WINK);
  mixed.finish();
  await mixed.answer({ ok: true, value: { total: 1 } });
  expect(mixed.said()).toEqual(['rose 1 op1 of op1', 'wink 1 op2 of op2']);
});
