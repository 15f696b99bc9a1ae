import { eq } from 'drizzle-orm';
import { ok } from '../../contract/result.ts';
import type { Handlers } from '../http/callers.ts';
import type { Job } from '../jobs.ts';
import type { Look } from './look.ts';
import { reconcile } from './reconcile.ts';
import { recordsOf } from './records.ts';
import { readBalance } from './reversal-moves.ts';
import { refundableOf, refundOrder, sweepReversals } from './reversals.ts';
import { paymentOrder } from './tables.ts';
import type { Till } from './till.ts';

const SWEEP_EVERY_MS = 5_000;
const DAY_MS = 86_400_000;

/** The payer's own click: the gems leave, then the money comes. */
export const refundHandler =
  (till: Till): Handlers['refundOrder'] =>
  async ({ db, uid, once }, { orderId, gems }) => {
    if (!once) throw new Error('A refund needs the name of its click');
    const begun = await refundOrder(till, { uid, orderId, gems, operation: once.operation });
    if (!begun.ok) return begun;
    const orders = await db.select().from(paymentOrder).where(eq(paymentOrder.id, orderId));
    const [record] = await recordsOf(db, orders, till.clock.now(), refundableOf);
    if (!record) throw new Error('The order is gone');
    return ok({ record, gemsBalance: await readBalance(db, uid) });
  };

/** Asks for the reversals that are due, in whichever process they were begun. */
export const sweepRefunds = (till: Till): Job => ({
  name: 'ask for money that goes back',
  everyMs: SWEEP_EVERY_MS,
  async run(signal) {
    if (till.gateway) await sweepReversals(till, signal);
  },
});

/** Compares the gateway's list with the orders, at the start and each day. */
export const reconcileDaily = (till: Till, look: Look): Job => ({
  name: 'compare payments with the gateway',
  everyMs: DAY_MS,
  async run() {
    const { db, gateway, log, clock } = till;
    if (!gateway) return;
    await reconcile({ db, gateway, log, look: async (orderId) => void (await look(orderId)) }, clock.now());
  },
});
