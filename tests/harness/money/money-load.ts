import { createHash } from 'node:crypto';
import { and, eq, inArray } from 'drizzle-orm';
import * as fc from 'fast-check';
import { ROLE_ANCHOR, ROLE_USER } from '../../../contract/account/rules.ts';
import { DAY_MS } from '../../../contract/durations.ts';
import { SILVER_CALL_PRICE_SILVER } from '../../../contract/rewards/rules.ts';
import { uncachedSite } from '../../../server/domains/account/site/site.ts';
import { createCalls } from '../../../server/domains/calls/calls.ts';
import { give } from '../../../server/domains/gifts/give.ts';
import { openMediaFolder } from '../../../server/domains/media/folder.ts';
import { Refused } from '../../../server/domains/operator/act.ts';
import type { Gateway, GatewaySnapshot } from '../../../server/domains/payments/gateway.ts';
import { createOrders } from '../../../server/domains/payments/order/create.ts';
import { createOrderSync } from '../../../server/domains/payments/order-sync.ts';
import type { PaymentDeps } from '../../../server/domains/payments/payment-deps.ts';
import { reversalsOf } from '../../../server/domains/payments/reversal/reversal-moves.ts';
import { refundableOf, refundOrder, sweepReversals } from '../../../server/domains/payments/reversal/reversals.ts';
import { seedCatalogue } from '../../../server/domains/payments/seed.ts';
import { paymentOrder, reversal, sku, skuPrice } from '../../../server/domains/payments/tables.ts';
import { luckyBox } from '../../../server/domains/rewards/lucky-box.ts';
import { claimTask } from '../../../server/domains/rewards/tasks.ts';
import { auditLedger } from '../../../server/domains/wallet/audit.ts';
import { grant, openWallets } from '../../../server/domains/wallet/ledger.ts';
import { setLimit } from '../../../server/domains/wallet/limits.ts';
import { lockMoney, unlockMoney } from '../../../server/domains/wallet/lock.ts';
import { CURRENCIES } from '../../../server/domains/wallet/tables.ts';
import { account } from '../../../server/platform/database/account.ts';
import { type OpenDatabase, openDatabase } from '../../../server/platform/database/connect.ts';
import type { UserCaller } from '../../../server/platform/http/callers.ts';
import { operate } from '../operate.ts';
import { temporaryFolder } from '../temporary.ts';
import { fakeGateway } from './fake-gateway.ts';
import { isOverspent } from './ledger-load.ts';

/** Few users, so that their operations overlap. */
const PAYERS = Array.from({ length: 10 }, (_, n) => 720_001 + n);
const HOSTS = Array.from({ length: 5 }, (_, n) => 730_001 + n);
/** Users with a weekly spending limit. */
const LIMITED = PAYERS.slice(0, 2);
const LIMIT_GEMS = 300;
/** LOCKED: users whose gems the operator locks from time to time. SILVERY: users who call for silver. */
const LOCKED = PAYERS.slice(8);
const SILVERY = PAYERS.slice(2, 4);
/** Initial balance of each user. */
const WELCOME = { gems: 2_000, silver: 5_000 } as const;
const CALL_PRICE = 60;
const CONNECTIONS = 8;
const S = 1_000;
const NOON = Date.UTC(2026, 0, 15, 12);

const DOINGS = ['buy', 'reverse', 'limit', 'call', 'task', 'gift', 'operate', 'ring'] as const;
export type MoneyOp = {
  readonly do: (typeof DOINGS)[number];
  readonly of: number;
  readonly host: number;
  /** Names the operation. There are few names, so that operations repeat. */
  readonly name: number;
  /** Selects one of the variants of the operation. */
  readonly roll: number;
};

const WEIGHTS = { buy: 7, reverse: 6, limit: 1, call: 7, task: 2, gift: 7, operate: 5, ring: 2 } as const;
export const moneyOp: fc.Arbitrary<MoneyOp> = fc.record({
  do: fc.oneof(...DOINGS.map((one) => ({ weight: WEIGHTS[one], arbitrary: fc.constant(one) }))),
  of: fc.constantFrom(...PAYERS, ...LIMITED),
  host: fc.constantFrom(...HOSTS),
  name: fc.nat(2_000),
  roll: fc.nat(999),
});

export type MoneyLoad = { readonly executed: number; readonly broken: readonly string[] };
export type MoneyHouse = OpenDatabase & {
  /** Runs all operations over 8 connections at once, settles what is open, then audits. */
  run(ops: readonly MoneyOp[], name: string): Promise<MoneyLoad>;
  /** Runs some of the 8 lanes; returns how many operations they had. */
  play(ops: readonly MoneyOp[], name: string, lanes: readonly number[]): Promise<number>;
  /** Settles what is open when all lanes are done, and returns the violated laws. */
  judge(): Promise<string[]>;
};
const ALL_LANES = Array.from({ length: CONNECTIONS }, (_, lane) => lane);

/** Fills an empty database with the catalogue, users, online hosts, and limits. */
export async function seedMoneyHouse(url: string): Promise<void> {
  const { db, pool, close } = openDatabase(url, () => undefined, 60_000);
  await seedCatalogue(db);
  await db
    .insert(account)
    .values([
      ...PAYERS.map((uid) => ({ uid, role: ROLE_USER, nickName: 'P' })),
      ...HOSTS.map((uid) => ({ uid, role: ROLE_ANCHOR, nickName: 'H' })),
    ]);
  await pool.query(`insert into anchor (uid, price, is_silver) select unnest($1::bigint[]), $2, true`, [
    HOSTS,
    CALL_PRICE,
  ]);
  await pool.query(`insert into profile (uid, lang) select unnest($1::bigint[]), 'en'`, [[...PAYERS, ...HOSTS]]);
  await pool.query(
    `insert into online_stream (stream_id, uid, process_id) select 's' || uid, uid, 'p' from unnest($1::bigint[]) uid`,
    [HOSTS],
  );
  await openWallets(db, [...PAYERS, ...HOSTS]);
  for (const uid of PAYERS) {
    for (const currency of CURRENCIES)
      await grant(db, `welcome:${uid}:${currency}`, uid, currency, WELCOME[currency], {
        type: 'welcome',
        id: `${uid}`,
      });
  }
  for (const uid of LIMITED) {
    await setLimit(db, uid, { scope: 'use', window: 'week', gems: LIMIT_GEMS }, Date.now());
  }
  await close();
}

/**
 * The state that all houses of one database share: the gateway, its payers, and counters. Every result is a promise and all arguments are
 * plain data, so that a house in another process can call it over IPC.
 */
export type MoneyBank = {
  readonly gateway: Pick<Gateway, 'open' | 'charge' | 'ask' | 'close' | 'refund'>;
  /** The payer pays in this session. */
  pay(ref: string, change?: { amountMinor: number }): Promise<void>;
  set(ref: string, change: Partial<GatewaySnapshot>): Promise<void>;
  refsOf(orderId: string): Promise<string[]>;
  /** Takes money back from the payment; false if not enough is left. */
  takeBack(paymentRef: string, minor: number): Promise<boolean>;
  /** Increments and returns a counter. */
  next(what: 'dispute' | 'change' | 'call'): Promise<number>;
  /** Payments over the agreed amount, each with its order. */
  paid(): Promise<(readonly [paymentRef: string, orderId: string])[]>;
};

export function openMoneyBank(): MoneyBank {
  const fake = fakeGateway();
  /** For each payment the amount not yet returned, and for each reversal the answer given. */
  const left = new Map<string, number>();
  const answers = new Map<string, 'failed' | 'done'>();
  const numbers = new Map<string, number>();
  const takeBack = (paymentRef: string, minor: number): boolean => {
    const rest = (left.get(paymentRef) ?? 0) - minor;
    if (rest >= 0) left.set(paymentRef, rest);
    return rest >= 0;
  };
  return {
    /** Never refunds more than was paid, and answers each reversal once, as a real gateway does. The bank refuses every second refund. */
    gateway: {
      ...fake,
      async refund({ reversalId, paymentRef, price }) {
        const isRefused = answers.size % 2 === 1;
        const answer =
          answers.get(reversalId) ?? (!isRefused && takeBack(paymentRef, price.amountMinor) ? 'done' : 'failed');
        answers.set(reversalId, answer);
        return { state: answer };
      },
    },
    async pay(ref, change) {
      fake.pay(ref, change);
      const { payment } = await fake.ask(ref);
      if (payment) left.set(payment.ref, payment.amountMinor);
    },
    set: async (ref, change) => fake.set(ref, change),
    refsOf: async (orderId) => fake.refsOf(orderId),
    takeBack: async (paymentRef, minor) => takeBack(paymentRef, minor),
    async next(what) {
      const number = (numbers.get(what) ?? 0) + 1;
      numbers.set(what, number);
      return number;
    },
    async paid() {
      const found: (readonly [string, string])[] = [];
      for await (const { orderId, payment } of fake.list(0))
        if (payment && payment.amountMinor > 1) found.push([payment.ref, orderId]);
      return found;
    },
  };
}

/**
 * A server's payments, calls, rewards and gifts on a seeded database, with an in-memory gateway of its own or one that several houses
 * share.
 */
export async function openMoneyHouse(url: string, bank = openMoneyBank()): Promise<MoneyHouse> {
  const opened = openDatabase(url, () => undefined, 60_000);
  const { db } = opened;
  const prices = await db
    .select({ id: skuPrice.id, amountMinor: skuPrice.amountMinor, gems: sku.gems, bonus: sku.bonus })
    .from(skuPrice)
    .innerJoin(sku, eq(sku.sku, skuPrice.sku))
    .where(and(eq(skuPrice.currency, 'USD'), eq(skuPrice.country, '')));

  const gateway: Gateway = { ...fakeGateway(), ...bank.gateway };
  const { pay } = bank;
  const log = { info: () => undefined, warn: () => undefined };
  const clock = { now: () => Date.now() };
  const tickets = { write: () => 'ticket', isValid: () => true };
  const deps: PaymentDeps = { db, gateway, tickets, clock, log, frameOriginFor: () => '' };
  const look = createOrderSync(deps);
  const create = createOrders(deps, look);
  const folder = openMediaFolder(temporaryFolder('money-load'), 'chat');
  const calls = createCalls({
    db,
    settings: {
      domain: 'localhost',
      site: uncachedSite,
      aliveSince: () => 0,
      relays: { turnUrls: [], turnSecret: 'secret', stunUrls: [], relayOnly: false },
    },
    sendEvent: () => undefined,
  });

  const doings: Readonly<Record<MoneyOp['do'], (op: MoneyOp, run: string) => Promise<unknown>>> = {
    async buy({ of, name, roll }, run) {
      const operation = `${run}:${name}`;
      const price = prices[roll % prices.length];
      const caller = {
        uid: of,
        origin: 'https://app.test',
        device: { androidId: `device-${of}` },
        once: { operation, bodyHash: createHash('sha256').update(String(price?.id)).digest('hex') },
      } as unknown as UserCaller;
      const scene = { source: '', root: '', storyId: '', step: '', targetJid: '', sid: '' };
      const { gems = 0, bonus = 0, amountMinor = 0 } = price ?? {};
      const shown = { gems, bonus, price: { amountMinor, currency: 'USD' } } as const;
      const made = await create(caller, { priceId: price?.id ?? 0, channel: 'hosted', scene, shown });
      if (!made.ok) return;
      const { id } = made.value;
      const [ref = ''] = await bank.refsOf(id);
      // Variants: cancelled; paid; paid in two sessions; paid with a wrong amount; paid after the cancellation.
      if (roll % 7 === 0) {
        await look(id, { cancel: true });
        return;
      }
      await pay(ref, roll % 11 === 0 ? { amountMinor: 1 } : undefined);
      if (roll % 5 === 0) {
        const facts = {
          orderId: id,
          channel: 'hosted',
          price: made.value,
          title: '',
          customerRef: '',
          remember: false,
        } as const;
        const second = await bank.gateway.open(
          { ...facts, expiresAt: 0, returnUrl: '', parentOrigin: '' },
          `${id}:second`,
        );
        await pay(second.ref);
        await look(id, { ref: second.ref });
      }
      // Webhook, poll and sweep at the same time.
      await Promise.all([look(id), look(id), roll % 3 === 0 ? look(id, { cancel: true }) : undefined]);
    },

    async reverse({ of, name, roll }, run) {
      const orders = await db
        .select()
        .from(paymentOrder)
        .where(and(eq(paymentOrder.uid, of), eq(paymentOrder.state, 'paid')));
      const order = orders[roll % Math.max(1, orders.length)];
      if (!order) return;
      if (roll % 3 !== 0) {
        const refundable = await refundableOf(db, order, Date.now());
        if (!refundable) return;
        const wish = { uid: of, orderId: order.id, gems: refundable.gems, operation: `${run}:refund:${name}` };
        await refundOrder(deps, wish);
        return;
      }
      const ref = (await bank.refsOf(order.id)).find((one) => one !== undefined);
      if (ref === undefined) return;
      const rows = await reversalsOf(db, order.id);
      const open = rows.find(({ kind, state }) => kind === 'dispute' && state !== 'won' && state !== 'done');
      // A reversal made in the gateway's console, or by a bank.
      const seen =
        open?.ref == null
          ? {
              ref: `back-${await bank.next('dispute')}`,
              amountMinor: Math.ceil(order.amountMinor / (1 + (roll % 4))),
              // No dispute for users who call for silver: it would lock their wallet.
              ...(roll % 2 === 0 && !SILVERY.includes(of)
                ? ({ kind: 'dispute', state: 'asked' } as const)
                : ({ kind: 'refund', state: 'done' } as const)),
            }
          : {
              ref: open.ref,
              amountMinor: open.amountMinor,
              kind: 'dispute' as const,
              state: roll % 2 === 0 ? ('lost' as const) : ('won' as const),
            };
      if (open === undefined && !(await bank.takeBack(order.paymentRef ?? '', seen.amountMinor))) return;
      await bank.set(ref, { reversed: [seen] });
      await Promise.all([look(order.id), look(order.id)]);
    },

    limit: ({ of, roll }) =>
      LIMITED.includes(of)
        ? Promise.resolve()
        : setLimit(
            db,
            of,
            { scope: roll % 2 === 0 ? 'buy' : 'use', window: roll % 3 === 0 ? 'day' : 'week', gems: 500 + roll * 20 },
            Date.now(),
          ),

    async call({ of: who, host, roll }) {
      // Calls are 10 minutes apart, as silver calls are limited per day.
      const at = NOON + (await bank.next('call')) * 600 * S;
      const from = (uid: number) => ({ uid, jid: `u_${uid}@localhost/phone` });
      const kind = roll % 2 === 0 ? 'silver' : 'paid';
      const of = kind === 'silver' ? (SILVERY[host % SILVERY.length] ?? who) : who;
      const shown = { price: CALL_PRICE, freeSeconds: 0, silver: SILVER_CALL_PRICE_SILVER };
      const begun = await calls.request({ callee: host, kind, source: '', root: '', shown }, from(of), at);
      if (!begun.ok) return;
      const { sid } = begun.value;
      const act = (name: string, uid: number, data: object, now = at) =>
        calls.perform({ name, sid, data } as unknown as Parameters<typeof calls.perform>[0], from(uid), now);
      if (roll % (kind === 'silver' ? 4 : 5) === 0) {
        await act('CallCancel', of, {});
        return;
      }
      await act('CallReady', host, {});
      await Promise.all([act('SessionSuccess', of, {}), act('SessionSuccess', host, {})]);
      const seconds = (roll % 13) * 10;
      for (let second = 10; second <= seconds; second += 10) {
        for (const uid of [of, host]) await act('SessionHeartbeat', uid, { flowing: true }, at + second * S);
      }
      await Promise.all(
        [of, host].map((uid) =>
          act('SessionTerminate', uid, { reason: 'hangUp', rejectType: '' }, at + seconds * S + S),
        ),
      );
    },

    async task({ of, roll }) {
      const now = NOON + (roll % 400) * DAY_MS;
      await claimTask(db, of, roll % 9 === 0 ? 'install' : 'check_in', now);
      if (roll % 2 === 0) await luckyBox(db, { uid: of, open: true, enabled: true, now });
    },

    gift: ({ of, host, name, roll }, run) => {
      const op = `${run}-${of}-${name}`.slice(0, 21).padEnd(21, '_');
      const order = { op, gift: 'rose', price: 10, to: host, count: 1 + (roll % 30), where: 'chat' } as const;
      return give(db, folder, of, { ...order, sid: '', combo: op, ask: '', lock: '' });
    },

    async operate({ of, roll }) {
      const [who, by] = [String(of), `op:load-${await bank.next('change')}`];
      const lock = () => db.transaction((tx) => lockMoney(tx, of, by));
      const commands: readonly (() => Promise<unknown>)[] = [
        () => operate(db, ['grant', who, 'gems', String(roll + 1)]),
        () => operate(db, ['forgive', who]),
        ...(LOCKED.includes(of) ? [lock, lock] : []),
        () => db.transaction((tx) => unlockMoney(tx, of)),
      ];
      // `refused` ignores the command's error when there is nothing to forgive.
      await commands[roll % commands.length]?.().catch(refused);
    },

    /** Checks one of the user's orders, and sometimes sweeps the reversals. */
    async ring({ of, roll }) {
      const orders = await db.select({ id: paymentOrder.id }).from(paymentOrder).where(eq(paymentOrder.uid, of));
      const order = orders[roll % Math.max(1, orders.length)];
      if (order) await look(order.id);
      if (roll % 10 === 0) await sweepReversals(deps);
    },
  };

  async function play(ops: readonly MoneyOp[], name: string, lanes: readonly number[]): Promise<number> {
    let executed = 0;
    await Promise.all(
      lanes.map(async (lane) => {
        for (let at = lane; at < ops.length; at += CONNECTIONS) {
          const op = ops[at];
          if (op) await doings[op.do](op, name);
          executed += 1;
        }
      }),
    );
    return executed;
  }

  async function judge(): Promise<string[]> {
    // Ends the calls that only a deadline ends, and sends the remaining reversals.
    await calls.sweep(NOON + (await bank.next('call')) * 600 * S + DAY_MS);
    for (;;) if ((await sweepReversals(deps)) === 0) break;
    const broken: string[] = [...(await auditLedger(db))];
    if (await isOverspent(db, LIMITED)) broken.push('nobody spends more than they allow themselves');
    if (await isHeld(opened)) broken.push('nothing stays held when all is over');
    broken.push(...(await paymentsThatDiffer()));
    return broken;
  }

  return {
    ...opened,
    play,
    judge,
    async run(ops, name) {
      const executed = await play(ops, name, ALL_LANES);
      return { executed, broken: await judge() };
    },
  };

  /** Every payment known to the gateway with the agreed amount must be credited, under review, or being refunded. */
  async function paymentsThatDiffer(): Promise<string[]> {
    const paid = new Map(await bank.paid());
    const orders = await db
      .select({ id: paymentOrder.id, ref: paymentOrder.paymentRef, state: paymentOrder.state })
      .from(paymentOrder)
      .where(inArray(paymentOrder.id, [...new Set(paid.values())]));
    const back = await db.select({ ref: reversal.paymentRef }).from(reversal).where(eq(reversal.kind, 'surplus'));
    const known = new Set([...orders.map(({ ref }) => ref), ...back.map(({ ref }) => ref)]);
    const review = new Set(orders.flatMap(({ id, state }) => (state === 'review' ? [id] : [])));
    const lost = [...paid].filter(([ref, orderId]) => !known.has(ref) && !review.has(orderId));
    return lost.length === 0 ? [] : ['who paid has got, or gets it back'];
  }
}

/** Ignores that an operator command had nothing to do. */
function refused(error: unknown): void {
  if (!(error instanceof Refused)) throw error;
}

async function isHeld({ pool }: OpenDatabase): Promise<boolean> {
  const { rows } = await pool.query(`select from posting where uid = -1 group by currency having sum(amount) <> 0`);
  return rows.length > 0;
}
