import { setTimeout as pause } from 'node:timers/promises';
import { and, eq, inArray } from 'drizzle-orm';
import Fastify, { type FastifyInstance } from 'fastify';
import { nanoid } from 'nanoid';
import Stripe from 'stripe';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../contract/durations.ts';
import { saveCard } from '../../../server/domains/payments/cards.ts';
import type { Gateway } from '../../../server/domains/payments/gateway.ts';
import { createStripeGateway } from '../../../server/domains/payments/gateways/stripe.ts';
import type { Order } from '../../../server/domains/payments/order/apply.ts';
import { chargeOrder } from '../../../server/domains/payments/order/charge.ts';
import { createOrders } from '../../../server/domains/payments/order/create.ts';
import { isLive } from '../../../server/domains/payments/order/step.ts';
import { openTickets } from '../../../server/domains/payments/order/tickets.ts';
import { createOrderSync, type OrderSync } from '../../../server/domains/payments/order-sync.ts';
import type { PaymentDeps } from '../../../server/domains/payments/payment-deps.ts';
import { refundOrder } from '../../../server/domains/payments/reversal/reversals.ts';
import { seedCatalogue } from '../../../server/domains/payments/seed.ts';
import { askForReversals, reconcileDaily, sweepOrders } from '../../../server/domains/payments/sweep.ts';
import {
  paymentCall,
  paymentComparison,
  paymentDifference,
  paymentOrder,
  reversal,
  sku,
  skuPrice,
} from '../../../server/domains/payments/tables.ts';
import { webhookRoutes } from '../../../server/domains/payments/webhook.ts';
import { auditLedger } from '../../../server/domains/wallet/audit.ts';
import { openWallets } from '../../../server/domains/wallet/ledger.ts';
import { account } from '../../../server/platform/database/account.ts';
import { openDatabase } from '../../../server/platform/database/connect.ts';
import type { UserCaller } from '../../../server/platform/http/callers.ts';
import { freshDatabase } from '../postgres/postgres.ts';
import { temporaryFolder } from '../temporary.ts';
import { type CardKind, type StripeRequest, startStripeMachine, WEBHOOK_TRIES_MS } from './stripe-machine.ts';

const SECRET = 'whsec_test';
/** By how much time first advances when something is due but was not done. */
const IDLE_MS = 5 * SECOND_MS;
const ORIGIN = 'https://app.example';

const OUTAGES_MS = { '1 s': SECOND_MS, '61 s': 61 * SECOND_MS, '2 h': 2 * HOUR_MS } as const;
const WEBHOOKS = ['no webhook', 'webhook', 'webhook during the outage'] as const;
type Act = 'kept card' | 'hosted page' | 'challenge' | 'cancelled' | 'cancelled challenge' | 'refund';

/** Requests to Stripe whose answer is lost, each with the payer's action that causes it. */
const LOST_CALLS = {
  'open a session': { act: 'hosted page', is: /^POST \/v1\/checkout\/sessions$/ },
  'open before a kept card': { act: 'kept card', is: /^POST \/v1\/checkout\/sessions$/ },
  'read the session before a charge': { act: 'kept card', is: /^GET \/v1\/checkout\/sessions\/cs/ },
  'read the card before a charge': { act: 'kept card', is: /^GET \/v1\/payment_methods\/pm/ },
  'charge a kept card': { act: 'kept card', is: /^POST \/v1\/payment_intents$/ },
  'charge a card with a challenge': { act: 'challenge', is: /^POST \/v1\/payment_intents$/ },
  'charge, then cancel': { act: 'cancelled challenge', is: /^POST \/v1\/payment_intents$/ },
  'read a charge': { act: 'challenge', is: /^GET \/v1\/payment_intents\/pi/ },
  'read a session that is paid': { act: 'hosted page', is: /^GET \/v1\/checkout\/sessions\/cs/ },
  'expire a session': { act: 'cancelled', is: /^POST \/v1\/checkout\/sessions\/cs\w+\/expire$/ },
  'cancel a charge': { act: 'cancelled challenge', is: /^POST \/v1\/payment_intents\/pi\w+\/cancel$/ },
  'list refunds': { act: 'refund', is: /^GET \/v1\/refunds$/ },
  'make a refund': { act: 'refund', is: /^POST \/v1\/refunds$/ },
} as const satisfies Record<string, { readonly act: Act; readonly is: RegExp }>;

export type OutageCase = {
  readonly call: keyof typeof LOST_CALLS;
  readonly outage: keyof typeof OUTAGES_MS;
  readonly webhook: (typeof WEBHOOKS)[number];
  readonly isKilled: boolean;
};
export const nameOf = ({ call, outage, webhook, isKilled }: OutageCase) =>
  `${call}, ${outage}, ${webhook}${isKilled ? ', process killed' : ''}`;
export const ALL_OUTAGES: readonly OutageCase[] = (Object.keys(LOST_CALLS) as OutageCase['call'][]).flatMap((call) =>
  (Object.keys(OUTAGES_MS) as OutageCase['outage'][]).flatMap((outage) =>
    WEBHOOKS.flatMap((webhook) => [false, true].map((isKilled) => ({ call, outage, webhook, isKilled }))),
  ),
);

export type OutageResult = {
  /** Payments that Stripe has completed. */
  readonly payments: number;
  readonly credited: number;
  readonly sentBack: number;
  readonly differences: number;
  /** Payments that are neither credited nor refunded nor reported as a difference. */
  readonly lost: number;
  /** Orders that are credited more than once, or without a payment. */
  readonly wrong: number;
  /** Amount refunded beyond what was requested, in minor units. */
  readonly refundedTwice: number;
  readonly states: readonly string[];
  /** Whether the request came at all, so that its answer was lost. */
  readonly isLost: boolean;
};

/** One server process. It may die at a request to Stripe; from then on it neither writes nor answers. */
type Process = {
  readonly till: PaymentDeps;
  readonly look: OrderSync;
  readonly create: ReturnType<typeof createOrders>;
  readonly app: FastifyInstance;
  readonly jobs: readonly { run(signal: AbortSignal): Promise<unknown> }[];
  isDead: boolean;
  readonly died: Promise<undefined>;
  die(): void;
};

/** Payments against a fake Stripe and a real database, on a simulated clock. */
export async function startPaymentOutages(postgresUrl: string) {
  let time = Date.now();
  const clock = { now: () => time };
  const url = await freshDatabase(postgresUrl, 'migrated');
  const database = openDatabase(url, () => undefined, 60_000);
  const { db } = database;
  await seedCatalogue(db);
  const [price] = await db
    .select({ id: skuPrice.id, amountMinor: skuPrice.amountMinor, gems: sku.gems, bonus: sku.bonus })
    .from(skuPrice)
    .innerJoin(sku, eq(sku.sku, skuPrice.sku))
    .where(and(eq(skuPrice.sku, 'g300'), eq(skuPrice.currency, 'USD')));
  const { gems = 0, bonus = 0, amountMinor = 0 } = price ?? {};
  const shown = { gems, bonus, price: { amountMinor, currency: 'USD' } } as const;
  const machine = await startStripeMachine(clock.now);
  const signer = new Stripe('sk_test_1').webhooks;
  const tickets = openTickets(temporaryFolder('tickets'));
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined } as unknown as PaymentDeps['log'];
  const never = new Promise<never>(() => undefined);
  let people = 810_000;

  async function startProcess(): Promise<Process> {
    const real = createStripeGateway({ secretKey: 'sk_test_1', webhookSecret: SECRET, api: machine.api });
    const living = <T extends object>(target: T, dead: () => unknown): T =>
      new Proxy(target, {
        get(of, name, receiver) {
          if (process.isDead) return dead;
          const value: unknown = Reflect.get(of, name, receiver);
          return typeof value === 'function' ? value.bind(of) : value;
        },
      });
    const gateway = new Proxy(real, {
      get(of, name, receiver) {
        const value: unknown = Reflect.get(of, name, receiver);
        if (typeof value !== 'function' || name === 'bell' || name === 'list') return value;
        // An answer that arrives after the process died is dropped.
        return async (...args: unknown[]) => {
          const heard = (await Promise.resolve(value.apply(of, args)).catch((error: unknown) => ({ error }))) as {
            error?: unknown;
          };
          if (process.isDead) return never;
          if (heard && typeof heard === 'object' && 'error' in heard) throw heard.error;
          return heard;
        };
      },
    }) as Gateway;
    const dead = () => {
      throw new Error('the process is dead');
    };
    const deps: PaymentDeps = { db: living(db, dead), gateway, tickets, clock, log, frameOriginFor: () => '' };
    const look = createOrderSync(deps);
    const app = Fastify();
    await app.register((scope) => webhookRoutes(scope, deps, look, undefined));
    const jobs = [sweepOrders(deps, look), askForReversals(deps), reconcileDaily(deps, look)];
    const { promise: died, resolve } = Promise.withResolvers<undefined>();
    const process: Process = {
      till: deps,
      look,
      create: createOrders(deps, look),
      app,
      jobs,
      isDead: false,
      died,
      die() {
        process.isDead = true;
        resolve(undefined);
      },
    };
    return process;
  }

  /** The result of a process's work; undefined if it fails or the process dies first. */
  const by = <T>(process: Process, work: Promise<T>): Promise<T | undefined> =>
    Promise.race([work.catch(() => undefined), process.died]);

  async function run({ call, outage, webhook, isKilled }: OutageCase): Promise<OutageResult> {
    // Days between cases, so that no limit carries over to the next one.
    time += 5 * DAY_MS;
    const began = time;
    const { act, is } = LOST_CALLS[call];
    people += 1;
    const uid = people;
    await db.insert(account).values({ uid, role: 0, nickName: `p${uid}` });
    await openWallets(db, [uid]);
    const customer = machine.addCustomer();
    const kind: CardKind = act === 'challenge' || act === 'cancelled challenge' ? 'challenge' : 'good';
    const cardRef = machine.addCard(kind, customer, `fp-${uid}`);
    const cardId = nanoid(21);
    const kept = { cardRef, customerRef: customer, brand: 'visa', last4: '4242', expires: '2040-07' };
    await saveCard(db, 'stripe', uid, cardId, { ...kept, fingerprint: `fp-${uid}` }, 5);
    // The next daily comparison is as far away as possible.
    const dueAt = new Date(began + DAY_MS - MINUTE_MS);
    await db
      .insert(paymentComparison)
      .values({ gateway: 'stripe', dueAt })
      .onConflictDoUpdate({ target: paymentComparison.gateway, set: { dueAt } });
    const firstObject = machine.objectsOf('payment_intent').length;
    const firstEvent = machine.events.length;

    let process = await startProcess();
    let lostAt: number | undefined;
    let isArmed = act !== 'refund';
    machine.setLine(({ method, path }: StripeRequest) => {
      if (lostAt !== undefined) return time < lostAt + OUTAGES_MS[outage] ? 'refused' : undefined;
      if (!isArmed || !is.test(`${method} ${path}`)) return undefined;
      lostAt = time;
      if (isKilled) process.die();
      return 'lost';
    });
    const caller = (operation: string): UserCaller =>
      ({
        db,
        uid,
        origin: ORIGIN,
        adult: true,
        tokenHash: '',
        device: { androidId: `device-${uid}` },
        once: { operation, bodyHash: operation },
      }) as unknown as UserCaller;
    const ordersOf = () => db.select().from(paymentOrder).where(eq(paymentOrder.uid, uid));
    const scene = { source: '', root: '', storyId: '', step: '', targetJid: '', sid: '' };

    // The payer's scheduled actions. They keep returning to the order until it is done.
    const todo: { at: number; act: () => Promise<unknown> }[] = [];
    const after = (ms: number, next: () => Promise<unknown>) => void todo.push({ at: time + ms, act: next });
    let presses = 0;
    let isOver = false;
    const byCard = act !== 'hosted page' && act !== 'cancelled';
    async function buy(operation = `buy-${uid}-${presses}`): Promise<void> {
      const asked = {
        priceId: price?.id ?? 0,
        channel: byCard ? 'card' : 'hosted',
        scene,
        shown,
        ...(byCard && { cardId }),
      };
      const made = await by(process, process.create(caller(operation), asked as never));
      if (!made?.ok) after(5 * SECOND_MS, () => buy(operation));
      else after(2 * SECOND_MS, watch);
    }
    /** Polls as a page does, and pays whenever nothing is in progress. */
    async function watch(): Promise<void> {
      const order = (await ordersOf()).toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime()).at(-1);
      if (!order) return;
      if (isLive(order.state)) await by(process, process.look(order.id));
      const [now] = await db.select().from(paymentOrder).where(eq(paymentOrder.id, order.id));
      if (!now || now.state === 'paid') return void (act === 'refund' && now && after(MINUTE_MS, () => giveBack(now)));
      if (time - began > 3 * HOUR_MS) return;
      const wait = time - began < 5 * MINUTE_MS ? 7 * SECOND_MS : 10 * MINUTE_MS;
      if (!isLive(now.state)) {
        // "Nothing was charged": the payer buys again, unless they cancelled on purpose.
        if (act.startsWith('cancelled')) return;
        presses += 1;
        return after(wait, () => buy());
      }
      if (act.startsWith('cancelled') && !isOver && time - began >= 30 * SECOND_MS) {
        isOver = true;
        await by(process, process.look(order.id, { cancel: true }));
      }
      if (now.state === 'open' && byCard && !act.startsWith('cancelled')) {
        presses += 1;
        const asked = { orderId: order.id, price: shown.price, cardId };
        await by(process, chargeOrder(process.till, process.look, caller(`charge-${uid}-${presses}`), asked as never));
      }
      if (now.state === 'open' && act === 'hosted page') await payOnPage(now);
      if (now.state === 'action' && act === 'challenge') {
        for (const intent of machine.objectsOf('payment_intent').slice(firstObject)) {
          machine.answerChallenge(intent.id, true);
        }
      }
      after(wait, watch);
    }
    async function payOnPage({ next }: Order): Promise<void> {
      const url = (next as { url?: string } | null)?.url ?? '';
      const id = url.split('/').at(-1) ?? '';
      if (id.startsWith('cs_')) machine.payOnPage(id, `fp-${uid}`);
    }
    async function giveBack(order: Order): Promise<void> {
      isArmed = true;
      const wish = { uid, orderId: order.id, gems: order.gems + order.bonus, operation: `back-${uid}` };
      const done = await by(process, refundOrder(process.till, wish));
      if (!done?.ok && time - began < 3 * HOUR_MS) after(10 * MINUTE_MS, () => giveBack(order));
    }

    // Webhooks: delivered at once, and again until one is accepted.
    const deliveries = new Map<number, { tries: number; at: number; isTaken: boolean }>();
    async function deliver(): Promise<boolean> {
      let isAny = false;
      // Newest first and each twice: Stripe guarantees neither order nor single delivery.
      for (let n = machine.events.length - 1; n >= firstEvent; n -= 1) {
        const event = machine.events[n];
        if (!event) continue;
        const state = deliveries.get(n) ?? { tries: 0, at: event.at, isTaken: false };
        deliveries.set(n, state);
        if (state.isTaken || state.at > time) continue;
        isAny = true;
        const isCut = webhook === 'webhook' && lostAt !== undefined && time < lostAt + OUTAGES_MS[outage];
        const headers = {
          'content-type': 'application/json',
          'stripe-signature': signer.generateTestHeaderString({
            payload: event.raw,
            secret: SECRET,
            timestamp: Math.floor(time / 1_000),
          }),
        };
        for (let copy = 0; copy < 2 && !isCut && !process.isDead; copy += 1) {
          const sent = process.app.inject({ method: 'POST', url: '/webhook/stripe', headers, payload: event.raw });
          const answer = await by(process, Promise.resolve(sent));
          if (answer?.statusCode === 200) state.isTaken = true;
        }
        if (!state.isTaken) {
          state.tries += 1;
          state.at = event.at + (WEBHOOK_TRIES_MS[state.tries] ?? Number.POSITIVE_INFINITY);
        }
      }
      // The webhook's answer does not wait for the order check that it starts.
      if (isAny) await pause(30);
      return isAny;
    }

    todo.push({ at: time, act: () => buy() });
    let idleMs = IDLE_MS;
    const until = began + 25 * HOUR_MS;
    while (time < until) {
      if (process.isDead) {
        time += 3 * SECOND_MS;
        await process.app.close();
        process = await startProcess();
      }
      const due = todo.filter(({ at }) => at <= time);
      for (const one of due) {
        todo.splice(todo.indexOf(one), 1);
        await one.act();
      }
      if (webhook !== 'no webhook') await deliver();
      for (const job of process.jobs) await by(process, job.run(new AbortController().signal));
      const orders = await ordersOf();
      const backs = orders.length
        ? await db
            .select()
            .from(reversal)
            .where(
              inArray(
                reversal.orderId,
                orders.map(({ id }) => id),
              ),
            )
        : [];
      const nexts = [
        ...todo.map(({ at }) => at),
        ...orders.flatMap(({ askAt }) => askAt?.getTime() ?? []),
        ...backs.flatMap(({ askAt, state }) => (state === 'asked' ? (askAt?.getTime() ?? []) : [])),
        ...(webhook === 'no webhook' ? [] : [...deliveries.values()].flatMap(({ at, isTaken }) => (isTaken ? [] : at))),
        dueAt.getTime() > time ? dueAt.getTime() : until,
      ];
      // Due work that was not done waits until the gateway's back-off ends.
      const next = Math.min(...nexts);
      idleMs = next > time ? IDLE_MS : Math.min(idleMs * 2, 2 * MINUTE_MS);
      time = next > time ? Math.min(next, until) : time + idleMs;
    }
    await process.app.close();
    machine.setLine(() => undefined);
    return judge(uid, firstObject, lostAt !== undefined);
  }

  async function judge(uid: number, first: number, isLost: boolean): Promise<OutageResult> {
    const orders = await db.select().from(paymentOrder).where(eq(paymentOrder.uid, uid));
    const ids = orders.map(({ id }) => id);
    const backs = ids.length ? await db.select().from(reversal).where(inArray(reversal.orderId, ids)) : [];
    const told = ids.length
      ? await db.select().from(paymentDifference).where(inArray(paymentDifference.orderId, ids))
      : [];
    const calls = ids.length ? await db.select().from(paymentCall).where(inArray(paymentCall.orderId, ids)) : [];
    const { rows } = await database.pool.query<{ operation: string; gross: number }>(
      `select operation, gross::int from transfer where operation = any($1)`,
      [ids.map((id) => `order:${id}`)],
    );
    const paid = machine
      .objectsOf('payment_intent')
      .slice(first)
      .filter(({ status }) => status === 'succeeded');
    const isCredited = (id: string) => orders.some(({ paymentRef }) => paymentRef === id);
    const isBack = (id: string) => backs.some(({ kind, paymentRef }) => kind === 'surplus' && paymentRef === id);
    const isTold = (id: string) => told.some(({ ref }) => ref === id);
    const credited = paid.filter(({ id }) => isCredited(id)).length;
    const wrong = orders.filter(
      ({ id, state }) =>
        rows.filter(({ operation }) => operation === `order:${id}`).length !== (state === 'paid' ? 1 : 0),
    );
    const asked = backs.filter(({ kind }) => kind === 'refund').reduce((sum, { amountMinor }) => sum + amountMinor, 0);
    const back = paid.reduce((sum, { id }) => sum + machine.backOf(id), 0);
    const surplus = backs.filter(({ kind }) => kind === 'surplus').reduce((sum, one) => sum + one.amountMinor, 0);
    return {
      payments: paid.length,
      credited,
      wrong: wrong.length,
      isLost,
      sentBack: paid.filter(({ id }) => isBack(id)).length,
      differences: told.length,
      lost: paid.filter(({ id }) => !isCredited(id) && !isBack(id) && !isTold(id)).length,
      refundedTwice: Math.max(0, back - asked - surplus),
      states: [
        ...orders.map(({ state, reason }) => (reason ? `${state}:${reason}` : state)),
        ...calls.filter(({ ref }) => ref === null).map(({ kind }) => `unanswered ${kind}`),
      ],
    };
  }

  return {
    db,
    machine,
    run,
    audit: () => auditLedger(db),
    async close() {
      await database.close();
      await machine.close();
    },
  };
}
