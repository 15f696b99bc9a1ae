import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { GiftPurchase } from '#contract/gifts/buy.ts';
import type { GiftOrder } from '#contract/gifts/gift.ts';
import { GIFT_UNKNOWN_MS } from '#contract/gifts/rules.ts';
import type { AppDb, SessionRow } from '../../../../worker/db/schema.ts';
import type { BuyOutcome, GiftLine } from '../../../../worker/gifts/gift-line.ts';
import { createPurchases } from '../../../../worker/gifts/purchases.ts';
import { freshApp } from '../support/databases.ts';

const OP = 'a'.repeat(21);
const order: GiftOrder = {
  op: OP,
  gift: 'rose',
  price: 10,
  to: 9_001,
  count: 1,
  where: 'chat',
  sid: '',
  combo: OP,
  ask: '',
  lock: '',
};
const bought: GiftPurchase = { op: OP, mid: 'm'.repeat(21), balance: 90, total: 1, version: 4 };
const BOUGHT: BuyOutcome = { is: 'bought', bought };
const UNKNOWN: BuyOutcome = { is: 'unknown' };

const sessionOf = (uid: number) => ({ key: 'session', uid, status: 'active' }) as SessionRow;

let app: AppDb;
beforeEach(async () => {
  app = freshApp();
  await app.state.put(sessionOf(7));
  await app.state.put({ key: 'account', gemsBalance: 100, paid: true, silverBalance: 0, silverSpent: 0 });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A gift service with the given responses in order; `states` are its responses to status queries. */
function service(buys: BuyOutcome[], states: ('done' | 'none' | 'silent')[] = []) {
  let up = true;
  const asked: string[] = [];
  const line: GiftLine = {
    isUp: () => up,
    open: () => undefined,
    close: () => undefined,
    async buy() {
      asked.push('buy');
      return buys.shift() ?? UNKNOWN;
    },
    async stateOf() {
      asked.push('state');
      const state = states.shift() ?? 'silent';
      if (state === 'silent') return undefined;
      return state === 'done' ? { state, bought } : { state };
    },
  };
  const later = (ms: number, act: () => void) => {
    const timer = setTimeout(act, ms);
    return () => clearTimeout(timer);
  };
  const versions: number[] = [];
  const core = () =>
    createPurchases({ app, line, now: Date.now, later, onVersion: (version) => void versions.push(version) });
  const setUp = (isUp: boolean) => {
    up = isUp;
  };
  return { core, asked, versions, cut: () => setUp(false), mend: () => setUp(true) };
}
const waitingOps = () => app.giftOps.toCollection().primaryKeys();
/** Advances the clock by `ms`, and lets the database finish in between. */
async function pass(ms: number): Promise<void> {
  for (let rest = ms; rest > 0; rest -= 500) {
    await vi.advanceTimersByTimeAsync(500);
    await app.giftOps.count();
  }
}

test('an answered purchase changes the balance, reports the catalogue version, and leaves no pending query', async () => {
  const { core, asked, versions } = service([BOUGHT]);
  expect(await core().give(order)).toEqual({ ok: true, value: bought });
  expect([asked, versions, await waitingOps()]).toEqual([['buy'], [4], []]);
  expect(await app.state.get('account')).toMatchObject({ gemsBalance: 90, paid: true });
});

test('an offline purchase fails at once, and is not queried later', async () => {
  const { core, asked, cut } = service([BOUGHT]);
  cut();
  expect(await core().give(order)).toEqual({ ok: false, error: { code: 'offline' } });
  expect([asked, await waitingOps()]).toEqual([[], []]);
});

test('a refusal carries the reason, the current price and gems, and is not retried', async () => {
  const { core, asked, versions } = service([
    {
      is: 'refused',
      condition: 'not-acceptable',
      refused: { reason: 'price-changed', price: 12, balance: 70, version: 5 },
    },
  ]);
  expect(await core().give(order)).toEqual({
    ok: false,
    error: {
      code: 'gift',
      detail: 'xmpp send iq error: price-changed',
      reason: 'price-changed',
      price: 12,
      balance: 70,
    },
  });
  expect([asked, versions, await waitingOps()]).toEqual([['buy'], [5], []]);
  expect(await app.state.get('account')).toMatchObject({ gemsBalance: 70 });
});

test('a stanza error carries its condition', async () => {
  const { core } = service([{ is: 'refused', condition: 'resource-constraint', refused: undefined }]);
  expect(await core().give(order)).toMatchObject({
    error: { detail: 'xmpp send iq error: resource-constraint', reason: 'other' },
  });
});

test('a purchase with a lost response is queried, and not bought again', async () => {
  const { core, asked } = service([UNKNOWN], ['done']);
  const given = core().give(order);
  await pass(2_000);
  expect(await given).toEqual({ ok: true, value: bought });
  expect([asked, await waitingOps()]).toEqual([['buy', 'state'], []]);
});

test('a purchase that never arrived is sent again under its id, with a pause between retries', async () => {
  const { core, asked } = service([UNKNOWN, UNKNOWN, BOUGHT], ['none', 'none']);
  const given = core().give(order);
  await pass(5_000);
  expect((await given).ok).toBe(true);
  expect(asked).toEqual(['buy', 'state', 'buy', 'state', 'buy']);
});

test('a silent service gets no new purchase before its outcome is known, and no query without a pause', async () => {
  const { core, asked } = service([UNKNOWN]);
  const given = core().give(order);
  await pass(GIFT_UNKNOWN_MS + 1_000);
  expect(await given).toEqual({ ok: false, error: { code: 'timeout' } });
  expect(asked.filter((what) => what === 'buy')).toHaveLength(1);
  expect(asked.length).toBeLessThan(15);
  expect(await waitingOps()).toEqual([OP]);
});

test.each([
  ['done', 90],
  ['none', 100],
] as const)('a later core queries a purchase that an earlier one had sent a minute ago: %s', async (state, gems) => {
  const first = service([UNKNOWN]);
  void first.core().give(order);
  await pass(500);
  first.cut();
  await pass(GIFT_UNKNOWN_MS + 1_000);
  const second = service([BOUGHT], [state]);
  await second.core().resume();
  await pass(500);
  await vi.waitFor(async () => expect(await waitingOps()).toEqual([]));
  // The purchase is too old to be sent again.
  expect(second.asked).toEqual(['state']);
  expect(await app.state.get('account')).toMatchObject({ gemsBalance: gems });
});

test('a waiting user gets the answer when the stream breaks and returns', async () => {
  const { core, asked, cut, mend } = service([UNKNOWN], ['done']);
  const own = core();
  const given = own.give(order);
  await vi.waitFor(() => expect(asked).toEqual(['buy']));
  cut();
  await pass(3_000);
  mend();
  await own.resume();
  await pass(500);
  expect(await given).toEqual({ ok: true, value: bought });
  expect(asked).toEqual(['buy', 'state']);
});

test('the balance of a purchase is not stored for the user who signed in meanwhile', async () => {
  const { core } = service([UNKNOWN, BOUGHT], ['none']);
  const given = core().give(order);
  await pass(500);
  await app.state.put(sessionOf(8));
  await pass(5_000);
  await given;
  expect(await app.state.get('account')).toMatchObject({ gemsBalance: 100 });
});
