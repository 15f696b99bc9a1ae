import { eq, sql } from 'drizzle-orm';
import * as fc from 'fast-check';
import { ROLE_USER } from '../../../contract/account/rules.ts';
import { LIMIT_WINDOWS } from '../../../contract/wallet/limits.ts';
import { minutesOf } from '../../../server/domains/calls/billing/meter.ts';
import { paymentOrder, reversal, sku, skuPrice } from '../../../server/domains/payments/tables.ts';
import { auditLedger } from '../../../server/domains/wallet/audit.ts';
import {
  grant,
  hold,
  move,
  OURS,
  type Outcome,
  openWallets,
  post,
  release,
  type Subject,
} from '../../../server/domains/wallet/ledger.ts';
import { setLimit } from '../../../server/domains/wallet/limits.ts';
import { lockMoney, unlockMoney } from '../../../server/domains/wallet/lock.ts';
import type { Currency } from '../../../server/domains/wallet/tables.ts';
import { account } from '../../../server/platform/database/account.ts';
import type { Database, Transaction } from '../../../server/platform/database/connect.ts';

/** Few users, so that operations overlap. */
const PEOPLE = Array.from({ length: 12 }, (_, n) => 700_001 + n);
const CONNECTIONS = 8;
/** Users with a spending limit per day and per week; a released hold makes room again. */
const LIMITED = PEOPLE.slice(0, 3);
const LIMIT_GEMS = { day: 700, week: 600 } as const;
/** HASTY tries to spend three times their limit over all connections at once. LOCKED must not spend, but tries. */
const HASTY = 700_101;
const LOCKED = 700_102;
const HASTY_GEMS = 100;
/** Id of the first price in a fresh database. */
const ORDER_PRICE = 1;
/** Users who are locked from time to time. */
const LOCKABLE = PEOPLE.slice(9);

export type LedgerOp =
  | {
      readonly do: 'grant' | 'hold';
      readonly name: number;
      readonly of: number;
      readonly gross: number;
      readonly silver: boolean;
    }
  | {
      readonly do: 'move';
      readonly name: number;
      readonly of: number;
      readonly to: number;
      readonly gross: number;
      readonly silver: boolean;
    }
  | { readonly do: 'reverse'; readonly name: number; readonly of: number; readonly gross: number }
  | { readonly do: 'lock'; readonly of: number }
  | { readonly do: 'unlock'; readonly of: number }
  | { readonly do: 'post' | 'void'; readonly name: number; readonly to: number }
  | {
      readonly do: 'call';
      readonly name: number;
      readonly of: number;
      readonly to: number;
      readonly price: number;
      readonly freeMs: number;
      readonly startMs: number;
      readonly endMs: number;
    }
  | { readonly do: 'tamper'; readonly how: number };

const person = fc.constantFrom(...PEOPLE, ...LIMITED, ...LIMITED);
const gross = fc.integer({ min: 1, max: 500 });
const silver = fc.boolean();
/** One operation. With few names, operations repeat often. */
export function ledgerOp(names: number): fc.Arbitrary<LedgerOp> {
  const name = fc.nat(names);
  return fc.oneof(
    { weight: 3, arbitrary: fc.record({ do: fc.constant('grant' as const), name, of: person, gross, silver }) },
    {
      weight: 4,
      arbitrary: fc.record({ do: fc.constant('move' as const), name, of: person, to: person, gross, silver }),
    },
    { weight: 4, arbitrary: fc.record({ do: fc.constant('hold' as const), name, of: person, gross, silver }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('reverse' as const), name, of: person, gross }) },
    {
      weight: 1,
      arbitrary: fc.oneof(
        fc.record({ do: fc.constant('lock' as const), of: fc.constantFrom(...LOCKABLE) }),
        fc.record({ do: fc.constant('unlock' as const), of: fc.constantFrom(...LOCKABLE) }),
      ),
    },
    { weight: 6, arbitrary: fc.record({ do: fc.constantFrom('post' as const, 'void' as const), name, to: person }) },
    {
      weight: 2,
      arbitrary: fc
        .record({
          name: fc.nat(),
          of: person,
          to: person,
          price: gross,
          freeMs: fc.constantFrom(0, 30_000),
          startMs: fc.nat(1e6),
          ms: fc.nat(240_000),
        })
        .map(({ ms, ...op }) => ({ ...op, do: 'call' as const, endMs: op.startMs + ms })),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('tamper' as const), how: fc.nat(3) }) },
  );
}

export type LedgerLoad = {
  /** Operations that were executed. */
  readonly executed: number;
  /** Violated laws, each once. */
  readonly broken: readonly string[];
};
type Options = {
  /** Computes the minutes of a call; a test replaces it to introduce a bug. */
  readonly minutes?: typeof minutesOf;
  /** Distinguishes the calls of this load from those of others in the same database. */
  readonly run: string;
};
/** Result of the lanes that one process ran, as plain data: another process may have run the other lanes. */
export type LedgerShare = LedgerLoad & {
  /** How often each operation had an effect. */
  readonly effects: readonly (readonly [effect: string, times: number])[];
  readonly calls: readonly { readonly operation: string; readonly due: number }[];
};
export const ALL_LANES = Array.from({ length: CONNECTIONS }, (_, lane) => lane);

export async function openLedger(db: Database): Promise<void> {
  const people = [...PEOPLE, HASTY, LOCKED];
  await db.insert(account).values(people.map((uid) => ({ uid, role: ROLE_USER, nickName: 'X' })));
  await openWallets(db, people);
  await db.insert(sku).values({ sku: 'load', kind: 'pack', gems: 1, position: 0 });
  await db.insert(skuPrice).values({ sku: 'load', currency: 'USD', amountMinor: 1 });
  for (const uid of LIMITED) {
    for (const window of LIMIT_WINDOWS) {
      await setLimit(db, uid, { scope: 'use', window, gems: LIMIT_GEMS[window] }, Date.now());
    }
  }
  await setLimit(db, HASTY, { scope: 'use', window: 'day', gems: HASTY_GEMS }, Date.now());
  await db.transaction((tx) => lockMoney(tx, LOCKED, 'load'));
}

/** Runs all operations over 8 connections at once, then audits. `db` needs a pool of at least 8. */
export async function runLedger(db: Database, ops: readonly LedgerOp[], options: Options): Promise<LedgerLoad> {
  const share = await playLedger(db, ops, options);
  return { executed: share.executed, broken: await judgeLedger(db, options.run, [share]) };
}

/** Runs some of the 8 lanes concurrently; the operations of a lane run one after another. */
export async function playLedger(
  db: Database,
  ops: readonly LedgerOp[],
  options: Options,
  lanes: readonly number[] = ALL_LANES,
): Promise<LedgerShare> {
  const { run, minutes = minutesOf } = options;
  const broken = new Set<string>();
  const effects = new Map<string, number>();
  const calls: { operation: string; due: number }[] = [];
  let executed = 0;

  async function perform(op: LedgerOp, at: number): Promise<void> {
    if (op.do === 'tamper') {
      if (await isAccepted(db, op.how)) broken.add('history is append-only');
      return;
    }
    if (op.do === 'lock' || op.do === 'unlock') {
      if (op.do === 'unlock') return unlockMoney(db, op.of);
      return db.transaction((tx) => lockMoney(tx, op.of, 'load'));
    }
    if (op.do === 'call') {
      const operation = `${run}:call:${at}`;
      const paid = await payCall(db, op, operation, minutes);
      calls.push({ operation, due: Math.min(dueMinutes(op), paid.affordable) * op.price });
      return;
    }
    const operation = `${run}:${op.name}${op.do === 'reverse' ? ':back' : ''}`;
    const outcome = await moveMoney(db, op, operation);
    if (outcome === 'done') {
      const effect = op.do === 'post' || op.do === 'void' ? `settles ${operation}` : operation;
      effects.set(effect, (effects.get(effect) ?? 0) + 1);
    }
  }

  await Promise.all(
    lanes.map(async (lane) => {
      for (let at = lane; at < ops.length; at += CONNECTIONS) {
        const op = ops[at];
        if (op) await perform(op, at);
        executed += 1;
      }
    }),
  );
  return { executed, broken: [...broken], effects: [...effects], calls };
}

/** Audits when all lanes are done; returns the violated laws. */
export async function judgeLedger(db: Database, run: string, shares: readonly LedgerShare[]): Promise<string[]> {
  const broken = new Set(shares.flatMap((share) => share.broken));
  const effects = new Map<string, number>();
  for (const [effect, times] of shares.flatMap((share) => share.effects))
    effects.set(effect, (effects.get(effect) ?? 0) + times);
  const calls = shares.flatMap((share) => share.calls);
  await spendHastily(db, run);
  if ([...effects.values()].some((times) => times > 1)) broken.add('an operation has one effect');
  for (const law of await auditLedger(db)) broken.add(law);
  if (await isOverspent(db, [...LIMITED, HASTY, LOCKED])) broken.add('nobody spends more than they allow themselves');
  if (await isWronglyPaid(db, run, calls)) broken.add('a call costs what its time says');
  return [...broken];
}

const currencyOf = (isSilver: boolean): Currency => (isSilver ? 'silver' : 'gems');

/** Gems are granted for orders and spent on purchases. */
const subjectOf = (op: { readonly do: string; readonly silver: boolean }, id: string): Subject => ({
  type: op.do === 'grant' ? (op.silver ? 'adjust' : 'order') : op.do === 'hold' ? 'media' : 'gift',
  id,
});

/** Undefined for an impossible operation: a hold that does not exist, or an operation name already used for something else. */
async function moveMoney(
  db: Database,
  op: Exclude<LedgerOp, { do: 'tamper' | 'call' | 'lock' | 'unlock' }>,
  operation: string,
): Promise<Outcome | undefined> {
  try {
    switch (op.do) {
      case 'grant':
        return await db.transaction(async (tx) => {
          const outcome = await grant(tx, operation, op.of, currencyOf(op.silver), op.gross, subjectOf(op, operation));
          if (outcome === 'done' && !op.silver) await writeOrder(tx, op.of, operation, op.gross);
          return outcome;
        });
      case 'hold':
        return await hold(db, operation, op.of, currencyOf(op.silver), op.gross, subjectOf(op, operation));
      case 'reverse':
        return await reverse(db, op.of, operation, op.gross);
      case 'move':
        if (op.of === op.to) return undefined;
        return await move(db, {
          operation,
          kind: 'move',
          currency: currencyOf(op.silver),
          gross: op.gross,
          subject: subjectOf(op, operation),
          legs: [
            [op.of, -op.gross],
            [op.to, op.gross],
          ],
        });
      case 'post':
        return await post(db, { operation, uid: op.to }, op.to, 60);
      case 'void': {
        const uid = await holderOf(db, operation);
        return uid === undefined ? undefined : await release(db, { operation, uid });
      }
    }
  } catch (error) {
    if (error instanceof Error && /Nothing is held|another transfer/.test(`${error.message} ${error.cause}`))
      return undefined;
    throw error;
  }
}

/** Writes a paid order with one minor unit per gem. */
async function writeOrder(tx: Transaction, uid: number, id: string, gems: number): Promise<void> {
  const values: typeof paymentOrder.$inferInsert = {
    id,
    uid,
    operation: id,
    bodyHash: '',
    device: 'd',
    priceId: ORDER_PRICE,
    sku: 'load',
    gems,
    bonus: 0,
    amountMinor: gems,
    currency: 'USD',
    country: '',
    channel: 'card',
    gateway: 'demo',
    livemode: false,
    scene: { source: '', root: '', storyId: '', step: '', targetJid: '', sid: '' },
    expiresAt: new Date(),
  };
  const paid = { state: 'paid', paidAt: new Date(), paymentRef: id } as const;
  const made = await tx.insert(paymentOrder).values(values).onConflictDoNothing().returning();
  if (made.length > 0) await tx.update(paymentOrder).set(paid).where(eq(paymentOrder.id, id));
}

/** Thrown to roll the transaction back. */
class Unmoved extends Error {}

/** Takes gems back from the newest order that has any left. */
async function reverse(db: Database, uid: number, operation: string, most: number): Promise<Outcome | undefined> {
  let outcome: Outcome | undefined;
  try {
    await db.transaction(async (tx) => {
      const { rows } = await tx.execute<{ id: string; gems: number }>(sql`
        select id, gems from payment_order where uid = ${uid} and state = 'paid' order by created_at desc limit 1 for update`);
      const [order] = rows;
      if (order === undefined) return;
      const [back] = await tx
        .select({ gems: sql<string>`coalesce(sum(${reversal.gems}), 0)`.mapWith(Number) })
        .from(reversal)
        .where(eq(reversal.orderId, order.id));
      const gross = Math.min(most, order.gems - (back?.gems ?? 0));
      if (gross === 0) return;
      const taken = { gems: gross, taken: gross, amountMinor: gross, paymentRef: order.id, by: 'load' };
      await tx
        .insert(reversal)
        .values({ id: operation, orderId: order.id, kind: 'refund', state: 'done', ...taken })
        .onConflictDoNothing();
      outcome = await move(tx, {
        operation,
        kind: 'move',
        currency: 'gems',
        gross,
        subject: { type: 'reversal', id: operation },
        legs: [
          [uid, -gross],
          [OURS.mint, gross],
        ],
      });
      if (outcome !== 'done') throw new Unmoved();
    });
  } catch (error) {
    if (!(error instanceof Unmoved)) throw error;
  }
  return outcome;
}

/** HASTY and LOCKED try to overspend. What was spent is released, so that the next load starts from the same state. */
async function spendHastily(db: Database, run: string): Promise<void> {
  for (const uid of [HASTY, LOCKED]) {
    const operation = `${run}:purse:${uid}`;
    await grant(db, operation, uid, 'gems', 10 * HASTY_GEMS, { type: 'adjust', id: operation });
  }
  const gross = HASTY_GEMS / 4;
  const spend = (uid: number, name: string) => hold(db, name, uid, 'gems', gross, { type: 'media', id: name });
  const names = Array.from({ length: 12 }, (_, n) => `${run}:hasty:${n}`);
  const outcomes = await Promise.all(names.map((name) => spend(HASTY, name)));
  await spend(LOCKED, `${run}:locked`);
  for (const [n, operation] of names.entries()) {
    if (outcomes[n] === 'done') await release(db, { operation, uid: HASTY });
  }
}

/** Whether a user's spending ever exceeded the limit: at each posting, what was spent so far minus what was released so far. */
export async function isOverspent(db: Database, uids: readonly number[]): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from (
      select uid, -sum(amount) over (partition by uid order by posting.id) as spent
      from posting join transfer on transfer.id = transfer_id
      where posting.currency = 'gems' and subject_type in ('call', 'gift', 'media') and uid = any(${sql.param([...uids])}::bigint[])
        and (amount < 0 or kind = 'void')
    ) as run where spent > (select min(gems) from spend_limit where spend_limit.uid = run.uid)`);
  return rows.length > 0;
}

async function holderOf(db: Database, operation: string): Promise<number | undefined> {
  const { rows } = await db.execute<{ uid: string }>(sql`
    select posting.uid from posting join transfer on transfer.id = transfer_id
    where operation = ${operation} and kind = 'hold' and amount < 0`);
  return rows[0] && Number(rows[0].uid);
}

/** A call as the hub charges it: a hold at each start of a minute, captured at once. Stops when a hold is refused. */
async function payCall(
  db: Database,
  { of, to, price, freeMs, startMs, endMs }: Extract<LedgerOp, { do: 'call' }>,
  operation: string,
  minutes: typeof minutesOf,
): Promise<{ affordable: number }> {
  const started = minutes(endMs - startMs, freeMs);
  for (let minute = 1; minute <= started; minute += 1) {
    if ((await hold(db, `${operation}:${minute}`, of, 'gems', price, { type: 'call', id: operation })) !== 'done')
      return { affordable: minute - 1 };
    await post(db, { operation: `${operation}:${minute}`, uid: of }, to, 60);
  }
  return { affordable: Number.POSITIVE_INFINITY };
}

/** The same rule, computed independently: counts the starts of minutes in [start + free, end]. */
function dueMinutes({ startMs, endMs, freeMs }: Extract<LedgerOp, { do: 'call' }>): number {
  let count = 0;
  for (let begins = startMs + freeMs; begins <= endMs; begins += 60_000) count += 1;
  return count;
}

async function isWronglyPaid(db: Database, run: string, calls: readonly { operation: string; due: number }[]) {
  const { rows } = await db.execute<{ call: string; paid: string }>(sql`
    select substring(operation from '^(.*):[0-9]+$') as call, sum(gross) as paid from transfer
    where kind = 'hold' and operation like ${`${run}:call:%`} group by 1`);
  const paid = new Map(rows.map((row) => [row.call, Number(row.paid)]));
  return calls.some(({ operation, due }) => (paid.get(operation) ?? 0) !== due);
}

const TAMPERINGS = [
  sql`update posting set amount = amount + 1 where id = (select max(id) from posting)`,
  sql`delete from posting where id = (select max(id) from posting)`,
  sql`update transfer set kind = 'move', settles = null where id = (select max(id) from transfer)`,
  sql`update wallet set amount = amount + 1 where uid = ${PEOPLE[0]}`,
];

async function isAccepted(db: Database, how: number): Promise<boolean> {
  const tampering = TAMPERINGS[how % TAMPERINGS.length] ?? TAMPERINGS[0];
  try {
    const { rowCount } = await db.execute(tampering ?? sql`select`);
    return (rowCount ?? 0) > 0;
  } catch {
    return false;
  }
}
