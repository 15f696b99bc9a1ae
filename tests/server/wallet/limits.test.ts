import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../contract/durations.ts';
import { seedCatalogue } from '../../../server/domains/payments/seed.ts';
import { auditLedger } from '../../../server/domains/wallet/audit.ts';
import { loadBalances } from '../../../server/domains/wallet/balances.ts';
import {
  grant,
  hold,
  move,
  OURS,
  openWallets,
  post,
  release,
  type Subject,
} from '../../../server/domains/wallet/ledger.ts';
import { buyAllowed, limitReached, readLimits, setLimit } from '../../../server/domains/wallet/limits.ts';
import { isLocked, lockMoney, unlockMoney } from '../../../server/domains/wallet/lock.ts';
import { account } from '../../../server/platform/database/account.ts';
import { type OpenDatabase, openDatabase } from '../../../server/platform/database/connect.ts';
import { freshDatabase } from '../../harness/postgres/postgres.ts';

const AT_ONCE = 50;
const NOON = Date.UTC(2026, 10, 23, 12);

let open: OpenDatabase;
let uid = 800_000;
let spends = 0;
beforeAll(async () => {
  const url = await freshDatabase(inject('postgresUrl'), 'migrated');
  open = openDatabase(url, () => undefined, 60_000);
  await seedCatalogue(open.db);
});
afterAll(() => open?.close());
beforeEach(async () => {
  uid += 1;
  await at(NOON);
  await open.db.insert(account).values({ uid, role: 2, nickName: 'X' });
  await openWallets(open.db, [uid]);
  await grant(open.db, `purse:${uid}`, uid, 'gems', 10_000, { type: 'adjust', id: `${uid}` });
});

/** Sets the clock of the ledger. */
const at = (now: number) =>
  open.pool.query(
    `create or replace function ledger_now() returns timestamptz language sql volatile
      as $$ select timestamptz '${new Date(now).toISOString()}' $$`,
  );
const limit = (window: 'day' | 'week', gems: number | null, now = NOON) =>
  setLimit(open.db, uid, { scope: 'use', window, gems }, now);
const held = () => ({ operation: `spend:${spends}`, uid });
async function spend(gems: number, subject: Subject['type'] = 'gift', currency: 'gems' | 'silver' = 'gems') {
  spends += 1;
  return hold(open.db, held().operation, uid, currency, gems, { type: subject, id: `${spends}` });
}
const whole = async () => expect(await auditLedger(open.db)).toEqual([]);

test('purchases below the limit take effect when 50 are made at once', async () => {
  await limit('day', 100);
  const outcomes = await Promise.all(Array.from({ length: AT_ONCE }, () => spend(10)));
  expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(10);
  expect(outcomes.filter((outcome) => outcome === 'limited')).toHaveLength(AT_ONCE - 10);
  expect((await loadBalances(open.db, uid)).gems).toBe(9_900);
  await whole();
});

test('none of 50 simultaneous purchases takes effect after the wallet is locked', async () => {
  const lock = open.db.transaction((tx) => lockMoney(tx, uid, 'dispute'));
  const outcomes = await Promise.all(Array.from({ length: AT_ONCE }, () => spend(1)));
  await lock;
  expect(await spend(1)).toBe('locked');
  expect((await loadBalances(open.db, uid)).gems).toBe(10_000 - outcomes.filter((one) => one === 'done').length);
  await whole();
});

test('a limit of zero stops spending only, and is reported before a lack of gems', async () => {
  await limit('week', 0);
  expect(await spend(20_000)).toBe('limited');
  for (const subject of ['call', 'gift', 'media'] as const) expect(await spend(1, subject)).toBe('limited');
  expect(await limitReached(open.db, uid, NOON)).toEqual({
    code: 'spend-limit',
    scope: 'use',
    window: 'week',
    left: 0,
  });
  const back = { operation: `back:${uid}`, kind: 'move', currency: 'gems', gross: 500 } as const;
  const legs = [[uid, -500] as const, [OURS.mint, 500] as const];
  expect(await move(open.db, { ...back, legs, subject: { type: 'adjust', id: `back:${uid}` } })).toBe('done');
  await grant(open.db, `silver:${uid}`, uid, 'silver', 100, { type: 'welcome', id: `${uid}` });
  expect(await spend(100, 'call', 'silver')).toBe('done');
  await whole();
});

test('a lock stops spending of gems and silver, but not the release of earlier holds, and can be removed', async () => {
  await spend(10, 'media');
  const before = held();
  await grant(open.db, `silver:${uid}`, uid, 'silver', 100, { type: 'welcome', id: `${uid}` });
  await open.db.transaction((tx) => lockMoney(tx, uid, 'dispute'));
  expect(await isLocked(open.db, uid)).toBe(true);
  expect([await spend(1), await spend(1, 'call', 'silver'), await spend(20_000)]).toEqual([
    'locked',
    'locked',
    'locked',
  ]);
  expect(await release(open.db, before)).toBe('done');
  await unlockMoney(open.db, uid);
  expect(await spend(1)).toBe('done');
  await whole();
});

test('a lowered limit applies at once, and a raised or removed one a day later', async () => {
  expect(await spend(300)).toBe('done');
  await limit('day', 200);
  expect(await spend(1)).toBe('limited');
  expect(await limitReached(open.db, uid, NOON)).toMatchObject({ window: 'day', left: 0 });
  await limit('day', null);
  await limit('week', 1_000);
  // Repeating the same change does not restart its delay; a different change does.
  await limit('day', null, NOON + HOUR_MS);
  await at(NOON + HOUR_MS);
  expect(await spend(1)).toBe('limited');
  await at(NOON + DAY_MS - 1);
  expect(await spend(201)).toBe('limited');
  await at(NOON + DAY_MS);
  expect(await spend(300)).toBe('done');
  expect(await spend(401)).toBe('limited');
  // No limit applies now, so a new one applies at once.
  await limit('day', 300, NOON + DAY_MS);
  expect(await spend(1)).toBe('limited');
  await limit('day', 600, NOON + DAY_MS);
  await limit('day', 500, NOON + DAY_MS + HOUR_MS);
  await at(NOON + 2 * DAY_MS);
  expect(await spend(301)).toBe('limited');
  // Setting the current limit again cancels the planned change.
  await limit('day', 300, NOON + 2 * DAY_MS);
  await at(NOON + 3 * DAY_MS);
  expect(await spend(301)).toBe('limited');
  await whole();
});

test('a day ends at midnight UTC, and a week is the last seven days', async () => {
  const midnight = NOON + 12 * HOUR_MS;
  await limit('day', 100);
  await limit('week', 150);
  await at(midnight - 1);
  expect(await spend(100)).toBe('done');
  const yesterdays = held();
  expect(await spend(1)).toBe('limited');
  await at(midnight);
  expect(await spend(51)).toBe('limited');
  expect(await spend(50)).toBe('done');
  // A release reduces the day of its hold: today has no more room than before, and the week has.
  expect(await release(open.db, yesterdays)).toBe('done');
  expect(await spend(51)).toBe('limited');
  expect(await spend(50)).toBe('done');
  const { rows } = await open.pool.query('select day::text, went::int from wallet_day where uid = $1 order by day', [
    uid,
  ]);
  expect(rows).toEqual([
    { day: '2026-11-23', went: 0 },
    { day: '2026-11-24', went: 100 },
  ]);
  await at(midnight + DAY_MS);
  expect([await spend(50), await spend(1)]).toEqual(['done', 'limited']);
  await at(midnight + 7 * DAY_MS - 1);
  expect([await spend(1)]).toEqual(['limited']);
  await at(midnight + 7 * DAY_MS);
  expect([await spend(101), await spend(100), await spend(1)]).toEqual(['limited', 'done', 'limited']);
  // After a clock is set back, later spending still counts.
  await at(NOON);
  expect(await spend(1)).toBe('limited');
  await whole();
});

test('a hold that is captured later counts for the day of the hold', async () => {
  await limit('day', 100);
  expect(await spend(100, 'call')).toBe('done');
  await at(NOON + DAY_MS);
  expect(await post(open.db, held(), OURS.house, 0)).toBe('done');
  expect(await spend(100, 'call')).toBe('done');
  await whole();
});

test('limits are deleted with the account and postings are not, and operation names may contain any character', async () => {
  await limit('day', 100);
  const id = `gone\uFFFF${'é'.repeat(100)}`;
  expect(await hold(open.db, `odd\uFFFF:${uid}`, uid, 'gems', 1, { type: 'media', id })).toBe('done');
  await expect(hold(open.db, `long:${uid}`, uid, 'gems', 1, { type: 'media', id: 'x'.repeat(201) })).rejects.toThrow();
  await expect(hold(open.db, `none:${uid}`, uid, 'gems', 1, { type: 'media', id: '' })).rejects.toThrow();
  await expect(hold(open.db, `odd\uFFFF:${uid}`, uid, 'gems', 1, { type: 'media', id: 'other' })).rejects.toThrow();
  await open.pool.query('delete from account where uid = $1', [uid]);
  const { rows } = await open.pool.query(
    `select (select count(*)::int from spend_limit where uid = $1) as limits,
      (select count(*)::int from posting where uid = $1) as lines`,
    [uid],
  );
  expect(rows).toEqual([{ limits: 0, lines: 2 }]);
  await whole();
});

/** Makes an order of these gems, or returns undefined when the limit does not allow it. */
async function buy(gems: number, now = NOON): Promise<string | undefined> {
  return open.db.transaction(async (tx) => {
    const allowed = await buyAllowed(tx, uid, gems, now);
    if (!allowed.ok) return undefined;
    spends += 1;
    const id = `order${spends}`.padEnd(21, '_');
    await tx.execute(sql`
      insert into payment_order (id, uid, operation, body_hash, device, price_id, sku, gems, bonus, amount_minor, currency, country,
        channel, gateway, livemode, scene, expires_at, created_at)
      select ${id}, ${uid}, ${id}, '', 'd', id, sku, ${gems}, 35, 99, 'USD', '', 'card', 'demo', false, '{}', now(),
        ${new Date(now).toISOString()}::timestamptz
      from sku_price where sku = 'g100' and currency = 'USD' limit 1`);
    return id;
  });
}

test('50 simultaneous orders are made up to the limit, and only failed ones make room again', async () => {
  await setLimit(open.db, uid, { scope: 'buy', window: 'week', gems: 700 }, NOON);
  const made = await Promise.all(Array.from({ length: AT_ONCE }, () => buy(100)));
  const ids = made.flatMap((id) => id ?? []);
  expect(ids).toHaveLength(7);
  expect(await open.db.transaction((tx) => buyAllowed(tx, uid, 1, NOON))).toEqual({
    ok: false,
    error: { code: 'spend-limit', scope: 'buy', window: 'week', left: 0 },
  });
  await open.pool.query(`update payment_order set state = 'failed' where id = $1`, [ids[0]]);
  await open.pool.query(`update payment_order set state = 'review' where id = $1`, [ids[1]]);
  expect([await buy(101), (await buy(100)) !== undefined, await buy(1)]).toEqual([undefined, true, undefined]);
  expect(await buy(1, NOON + 6 * DAY_MS)).toBeUndefined();
  expect(await buy(700, NOON + 7 * DAY_MS)).toBeDefined();
  await open.db.transaction((tx) => lockMoney(tx, uid, 'dispute'));
  expect(await open.db.transaction((tx) => buyAllowed(tx, uid, 1, NOON + 30 * DAY_MS))).toMatchObject({
    error: { code: 'locked' },
  });
  await whole();
});

test('the limits are listed with what was used and with planned changes', async () => {
  await setLimit(open.db, uid, { scope: 'buy', window: 'day', gems: 500 }, NOON);
  await setLimit(open.db, uid, { scope: 'buy', window: 'day', gems: null }, NOON);
  await limit('week', 300);
  await limit('week', 400);
  await buy(200);
  await spend(150);
  const none = { gems: null, next: null, nextAt: null };
  expect(await readLimits(open.db, uid, NOON)).toEqual([
    { scope: 'buy', window: 'day', gems: 500, used: 200, next: null, nextAt: NOON + DAY_MS },
    { scope: 'buy', window: 'week', ...none, used: 200 },
    { scope: 'use', window: 'day', ...none, used: 150 },
    { scope: 'use', window: 'week', gems: 300, used: 150, next: 400, nextAt: NOON + DAY_MS },
  ]);
  expect(await readLimits(open.db, uid, NOON + DAY_MS)).toEqual([
    { scope: 'buy', window: 'day', ...none, used: 0 },
    { scope: 'buy', window: 'week', ...none, used: 200 },
    { scope: 'use', window: 'day', ...none, used: 0 },
    { scope: 'use', window: 'week', gems: 400, used: 150, next: 400, nextAt: null },
  ]);
});

const CREDIT = 'a paid order has one credit of its gems and bonus, and no other has any';
const REVERSED = 'the gems of a reversal are taken or owed, and back where it is void';
const BACK = 'no more goes back of an order than it was';
const MINTED = 'what people have was credited to them, less what went back';
const PAID = `update payment_order set state = 'paid', paid_at = now() where id = $1`;
const reversed = (gems: number, taken: number, minor: number, kind = 'refund', state = 'asked') =>
  `insert into reversal (id, order_id, kind, state, gems, taken, owed, amount_minor, payment_ref, by)
    values ('r' || $1, $1, '${kind}', '${state}', ${gems}, ${taken}, ${gems} - ${taken}, ${minor}, 'p', 'payer')`;
/** Faults of an order of 100 gems and a bonus of 35, with the laws that must detect them. `credits` and `takes` are gems that move. */
const WRONGS: readonly { name: string; breaks: string[]; credits?: number[]; takes?: number; sql?: string[] }[] = [
  { name: 'nothing', breaks: [], credits: [135], sql: [PAID] },
  { name: 'nothing about a refund', breaks: [], credits: [135], takes: 50, sql: [PAID, reversed(50, 50, 36)] },
  { name: 'a paid order that credits nothing', breaks: [CREDIT, MINTED], sql: [PAID] },
  { name: 'a paid order that credits only its bonus', breaks: [CREDIT, MINTED], credits: [35], sql: [PAID] },
  { name: 'a paid order that credits its gems twice', breaks: [CREDIT, MINTED], credits: [135, 135], sql: [PAID] },
  { name: 'an unpaid order that credits gems', breaks: [CREDIT, MINTED], credits: [135] },
  {
    name: 'a reversal that takes nothing',
    breaks: [REVERSED, MINTED],
    credits: [135],
    sql: [PAID, reversed(50, 50, 36)],
  },
  {
    name: 'a refused reversal that keeps the gems',
    breaks: [REVERSED, MINTED],
    credits: [135],
    takes: 50,
    sql: [PAID, reversed(50, 50, 36, 'refund', 'refused')],
  },
  {
    name: 'a refund of more money than was paid',
    breaks: [BACK],
    credits: [135],
    takes: 135,
    sql: [PAID, reversed(135, 135, 100)],
  },
  {
    name: 'a reversal of more gems than were credited',
    breaks: [BACK],
    credits: [135],
    takes: 136,
    sql: [PAID, reversed(136, 136, 99)],
  },
];
test.each(WRONGS)('the audit reports $name', async ({ breaks, credits = [], takes, sql: statements = [] }) => {
  const id = (await buy(100)) ?? '';
  const undone = new Error('undone');
  await open.db
    .transaction(async (tx) => {
      const subject = { type: 'order', id } as const;
      for (const [n, gems] of credits.entries()) await grant(tx, `order:${id}:${n}`, uid, 'gems', gems, subject);
      if (takes) {
        const legs = [[uid, -takes] as const, [OURS.mint, takes] as const];
        const taking = { operation: `take:${id}`, kind: 'move', currency: 'gems', gross: takes, legs } as const;
        await move(tx, { ...taking, subject: { type: 'reversal', id: `r${id}` } });
      }
      for (const one of statements) await tx.execute(sql.raw(one.replaceAll('$1', `'${id}'`)));
      expect(await auditLedger(tx)).toEqual(breaks);
      throw undone;
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error;
    });
});
