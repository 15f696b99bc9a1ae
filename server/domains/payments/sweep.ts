import { and, eq, isNotNull, isNull, lte, sql } from 'drizzle-orm';
import { DAY_MS, HOUR_MS } from '../../../contract/durations.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { Job } from '../../platform/jobs/jobs.ts';
import { detachCard } from './cards.ts';
import type { OrderSync } from './order-sync.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { reconcile } from './reconcile.ts';
import { sweepReversals } from './reversal/reversals.ts';
import { paymentComparison, paymentOrder, savedCard } from './tables.ts';

const SWEEP_EVERY_MS = 2_000;
const ROWS = 20;
/** For how many seconds other processes skip the orders of a sweep round; longer than a sync can take. */
export const CLAIMED_S = 30;
const REST_FIRST_MS = 2_000;
const REST_MAX_MS = 120_000;

/**
 * Creates the job that syncs due orders with the gateway, every two seconds in batches of 20. Each round claims its rows, so that
 * several processes share the work. After a failure of the gateway the job pauses, longer each time.
 */
export function sweepOrders({ db, gateway, clock, log }: PaymentDeps, syncOrder: OrderSync): Job {
  let restUntil = 0;
  let restMs = REST_FIRST_MS;

  return {
    name: 'look at orders',
    everyMs: SWEEP_EVERY_MS,
    async run(signal) {
      if (gateway === undefined || clock.now() < restUntil) return;
      const now = new Date(clock.now());
      const due = await db.execute<{ id: string }>(sql`
        update ${paymentOrder} set ask_at = ${now.toISOString()}::timestamptz + make_interval(secs => ${CLAIMED_S})
        where id in (select id from ${paymentOrder} where ask_at <= ${now.toISOString()} and gateway = ${gateway.name}
          order by ask_at limit ${ROWS} for update skip locked)
        returning id`);
      for (const { id } of due.rows) {
        if (signal.aborted) return;
        try {
          await syncOrder(id);
          restMs = REST_FIRST_MS;
        } catch (error) {
          log.warn({ order: id, err: error }, 'failed to sync an order');
          restUntil = clock.now() + restMs;
          restMs = Math.min(restMs * 2, REST_MAX_MS);
          return;
        }
      }
    },
  };
}

const REVERSALS_EVERY_MS = 5_000;
const COMPARE_EVERY_MS = 600_000;
const DETACH_EVERY_MS = 600_000;

/** Creates the job that asks the gateway for due reversals, every five seconds, until it reports their result. */
export const askForReversals = (deps: PaymentDeps): Job => ({
  name: 'ask for reversals',
  everyMs: REVERSALS_EVERY_MS,
  async run(signal) {
    if (deps.gateway !== undefined) await sweepReversals(deps, signal);
  },
});

/**
 * Creates the job that reconciles orders with the gateway each day, in one process. The due time is stored, so that restarts do not
 * postpone it; a failed reconciliation is repeated after an hour.
 */
export function reconcileDaily({ db, gateway, clock, log }: PaymentDeps, syncOrder: OrderSync): Job {
  return {
    name: 'reconcile payments',
    everyMs: COMPARE_EVERY_MS,
    async run() {
      if (gateway === undefined || !(await claimComparison(db, gateway.name, clock.now()))) return;
      await reconcile(
        { db, gateway, log, syncOrder: async (id, ref) => void (await syncOrder(id, { ref })) },
        clock.now(),
      );
      await db
        .update(paymentComparison)
        .set({ dueAt: new Date(clock.now() + DAY_MS) })
        .where(eq(paymentComparison.gateway, gateway.name));
    },
  };
}

/**
 * Claims the reconciliation for an hour; false if it is not due or another process has it. The first is due an hour after the first start.
 */
async function claimComparison(db: Database, gateway: string, now: number): Promise<boolean> {
  const dueAt = new Date(now + HOUR_MS);
  await db.insert(paymentComparison).values({ gateway, dueAt }).onConflictDoNothing();
  const claimed = await db
    .update(paymentComparison)
    .set({ dueAt })
    .where(and(eq(paymentComparison.gateway, gateway), lte(paymentComparison.dueAt, new Date(now))))
    .returning({ gateway: paymentComparison.gateway });
  return claimed.length > 0;
}

/** Creates the job that has the gateway detach cards that their users have forgotten, until it confirms each. */
export const detachCards = ({ db, gateway, clock, log }: PaymentDeps): Job => ({
  name: 'detach forgotten cards',
  everyMs: DETACH_EVERY_MS,
  async run(signal) {
    if (gateway === undefined) return;
    const isOpen = and(
      eq(savedCard.gateway, gateway.name),
      isNotNull(savedCard.forgottenAt),
      isNull(savedCard.detachedAt),
    );
    for (const card of await db.select().from(savedCard).where(isOpen).orderBy(savedCard.forgottenAt).limit(ROWS)) {
      if (signal.aborted) return;
      await detachCard({ db, clock }, gateway, card).catch((error: unknown) =>
        log.warn({ card: card.id, err: error }, 'failed to detach a card, retrying'),
      );
    }
  },
});
