import { DAY_MS } from '#contract/durations.ts';
import type { Purchase } from '#contract/payments/commands.ts';
import type { OrderStatus } from '#contract/payments/orders.ts';
import { type AppError, ok, type Result } from '#contract/result.ts';
import type { Api } from '../api/client.ts';
import type { Epoch } from '../base/epoch.ts';
import type { OrderRow } from '../db/payment-rows.ts';
import type { AppDb, SessionRow } from '../db/schema.ts';
import type { OrderStep } from './tracked.ts';

/** The dependencies of purchases. */
export type OrderPorts = {
  readonly app: AppDb;
  readonly api: Pick<Api, 'call'>;
  readonly epoch: Epoch;
  readonly now: () => number;
  /** Calls back after `ms`; the returned function cancels it. */
  readonly later: (ms: number, act: () => void) => () => void;
  /** Called when an order was paid, so that gems were added. */
  readonly onPaid: () => void;
  /** Called when the server has the order, and when the order has ended, was refused or was never received. */
  readonly onStep: (step: OrderStep, row: OrderRow) => void;
};

/** Pauses after consecutive unanswered requests, ms; the last one repeats. */
const AGAIN_MS = [2_000, 4_000, 8_000, 15_000, 30_000, 60_000] as const;
/** A lost purchase younger than this is sent again automatically, because the buyer is still waiting for it. */
const FRESH_MS = 60_000;
/** Ended purchases are deleted this long after they were made, ms: banks confirm up to three days late. */
const KEPT_MS = 7 * DAY_MS;

/** Failures after which the server may still have created the order. */
const UNCLEAR: ReadonlySet<AppError['code']> = new Set<AppError['code']>([
  ...(['offline', 'timeout', 'cancelled', 'server-error', 'gateway-down', 'conflict', 'rate-limited'] as const),
]);

/** Returns whether the order's state needs no further request. */
const isOver = ({ state, status }: OrderRow): boolean =>
  state === 'unsent' || state === 'refused' || (state === 'made' && status?.againMs === 0);

const isPaid = ({ status }: OrderRow): boolean => status?.payStatus === 'TXN_SUCCESS';

/**
 * Creates the purchases of this device. Each has a row before its request is sent, and every retry uses the same
 * operation id. After a lost response the order is looked up by that id; a created order is polled until it has
 * ended.
 */
export function createOrders({ app, api, epoch, now, later, onPaid, onStep }: OrderPorts) {
  const timers = new Map<string, () => void>();
  const running = new Map<string, Promise<void>>();

  /** Updates a row unless it was deleted or the user has signed out, and reports the transitions. */
  async function change(op: string, change: Partial<OrderRow>, isCurrent: () => boolean): Promise<void> {
    const [before, after] = await app.transaction('rw', app.orders, async () => {
      const row = await app.orders.get(op);
      if (!row || !isCurrent()) return [];
      const { error: _old, ...rest } = row;
      const changed = { ...rest, ...change };
      await app.orders.put(changed);
      return [row, changed];
    });
    if (!before || !after) return;
    if (before.state !== 'made' && after.state === 'made') onStep('create', after);
    if (!isOver(before) && isOver(after)) onStep('result', after);
    if (isPaid(after) && !isPaid(before)) onPaid();
  }

  const made = (status: OrderStatus): Partial<OrderRow> => ({
    state: 'made',
    status,
    ...(status.orderDetail && { orderId: status.orderDetail.orderId }),
  });

  /** Sends the order. Resolves to undefined when it is unknown whether the server created it. */
  async function send(row: OrderRow): Promise<Partial<OrderRow> | undefined> {
    const { op, priceId, gems, channel, cardId, scene, pack: shown } = row;
    const input = { priceId, channel, scene, shown, ...(gems && { gems }), ...(cardId && { cardId }) };
    const answer = await api.call('createOrder', input, { operationId: op });
    if (!answer.ok) return UNCLEAR.has(answer.error.code) ? undefined : { state: 'refused', error: answer.error };
    const { ticket, payStatus, orderDetail, next, expiresAt, gems: sold, bonus } = answer.value;
    const status = { payStatus, orderDetail, channel, gems: sold, bonus, price: row.pack.price, next, expiresAt };
    return { ...made({ ...status, againMs: AGAIN_MS[0] }), ticket };
  }

  /**
   * Queries the order's state, by its operation id while the order id is unknown. 'lost': the server does not have the order, and it is
   * young enough to be sent again. Undefined while the state is unknown.
   */
  async function ask({ op, orderId, createdAt }: OrderRow): Promise<Partial<OrderRow> | 'lost' | undefined> {
    const answer = await api.call('payOrderStatus', orderId ? { orderId } : { operationId: op });
    if (answer.ok) return made(answer.value);
    if (answer.error.code !== 'not-found' || orderId) return undefined;
    return now() - createdAt < FRESH_MS ? 'lost' : { state: 'unsent' };
  }

  async function advanceOrder(op: string, isNew: boolean, failures: number): Promise<void> {
    const isCurrent = epoch.guard();
    const row = await app.orders.get(op);
    if (!row || row.state === 'unsent' || row.state === 'refused') return;
    const result = isNew ? await send(row) : await ask(row);
    const found = result === 'lost' ? await send(row) : result;
    if (found) await change(op, found, isCurrent);
    if (!isCurrent()) return;
    const next = await app.orders.get(op);
    if (!next || isOver(next)) return;
    const failed = found ? 0 : failures + 1;
    const pause = found ? (next.status?.againMs ?? 0) : AGAIN_MS[Math.min(failed, AGAIN_MS.length) - 1];
    timers.set(
      op,
      later(pause || AGAIN_MS[0], () => void run(op, false, failed)),
    );
  }

  /** Runs one request at a time for each purchase. */
  function run(op: string, isNew = false, failures = 0): Promise<void> {
    timers.get(op)?.();
    timers.delete(op);
    const known = running.get(op);
    if (known) return known;
    const work = advanceOrder(op, isNew, failures)
      .catch((error: unknown) => console.warn('failed to update a purchase', error))
      .finally(() => running.delete(op));
    running.set(op, work);
    return work;
  }

  /** Applies the response of a charge or cancellation, and queries the order's state with or without a response. */
  async function act(op: string, answer: Promise<Result<OrderStatus>>): Promise<Result<null>> {
    const isCurrent = epoch.guard();
    const said = await answer;
    if (said.ok) await change(op, made(said.value), isCurrent);
    void run(op);
    return said.ok ? ok(null) : said;
  }

  return {
    /** Stores the purchase, then sends it. Repeating the command with the same operation id has no effect. */
    async buy(purchase: Purchase, { uid }: SessionRow): Promise<void> {
      const row: OrderRow = { ...purchase, uid, state: 'asking', orderId: '', ticket: '', createdAt: now() };
      const isNew = await app.transaction('rw', [app.orders, app.state], async () => {
        const owner = await app.state.get('session');
        const mayBuy = owner?.key === 'session' && owner.uid === uid && !(await app.orders.get(row.op));
        if (mayBuy) await app.orders.add(row);
        return mayBuy;
      });
      if (isNew) void run(row.op, true);
    },
    /** Sends a purchase again that the server never received. */
    async retry(op: string): Promise<void> {
      const sent = await app.orders
        .where({ op })
        .filter(({ state }) => state === 'unsent')
        .modify({ state: 'asking', createdAt: now() });
      if (sent > 0) void run(op, true);
    },
    act,
    refresh: (op: string) => run(op),
    /**
     * Deletes ended purchases that are older than KEPT_MS and queries the open ones; with `ended` also unpaid ended ones, whose payment may
     * arrive late.
     */
    async refreshAll(ended: boolean): Promise<void> {
      await app.orders.filter((row) => isOver(row) && now() - row.createdAt > KEPT_MS).delete();
      for (const row of await app.orders.toArray())
        if (!isOver(row) || (ended && row.status && row.status.payStatus !== 'TXN_SUCCESS')) void run(row.op);
    },
    stop(): void {
      for (const stop of timers.values()) stop();
      timers.clear();
    },
  };
}
