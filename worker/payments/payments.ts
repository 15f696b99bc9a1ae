import type { CommandsOf } from '#contract/command.ts';
import { needLogin } from '#contract/errors.ts';
import type { paymentCommands } from '#contract/payments/commands.ts';
import { fail, ok } from '#contract/result.ts';
import type { Api } from '../api/client.ts';
import type { Epoch } from '../base/epoch.ts';
import type { CorePart } from '../base/part.ts';
import { guardAccount } from '../base/session-row.ts';
import type { AppDb, SessionRow } from '../db/schema.ts';
import { refreshBalance } from '../wallet/balance.ts';
import { createOrders, type OrderPorts } from './orders.ts';
import { createRecords } from './records.ts';

/** The dependencies of the payments part. */
export type PaymentPorts = {
  readonly app: AppDb;
  readonly api: Pick<Api, 'call'>;
  readonly epoch: Epoch;
  readonly session: () => Promise<SessionRow | undefined>;
  readonly now: () => number;
  /** Records a step of a purchase for analytics. */
  readonly orderStep: OrderPorts['onStep'];
};
/** The core part for payments. */
export type Payments = CorePart<CommandsOf<typeof paymentCommands>> & {
  /** Called when the hub reports that gems were bought, on any device. */
  readonly onRecharged: () => void;
};

const later = (ms: number, act: () => void) => {
  const timer = setTimeout(act, ms);
  return () => clearTimeout(timer);
};
const warn = (error: unknown) => console.warn('failed to refresh the payment data', error);

/** Creates the payments part: offers, purchases, cards, limits and histories. It never computes gem balances itself. */
export function createPayments({ app, api, epoch, session, now, orderStep }: PaymentPorts): Payments {
  const orders = createOrders({
    app,
    api,
    epoch,
    now,
    later,
    onPaid: () => void afterMoney().catch(warn),
    onStep: orderStep,
  });
  const refreshRecords = createRecords({ app, api, now });

  async function refreshStore(country: string | null) {
    if (!(await session())) return fail(needLogin);
    const isStillSignedIn = await guardAccount(app);
    const answer = await api.call('paymentChannels', country === null ? {} : { country });
    if (!answer.ok) return answer;
    await app.transaction('rw', app.state, async () => {
      if (await isStillSignedIn()) await app.state.put({ ...answer.value, key: 'store', fetchedAt: now() });
    });
    return ok(null);
  }
  /** Refreshes the balance and the offers after a payment: the first-purchase offer disappears. */
  const afterMoney = async () => {
    await Promise.all([refreshBalance(app, api), refreshStore(null)]);
  };
  /** Refreshes the store row, which contains cards and limits, if there is one. */
  async function refreshShown(): Promise<void> {
    if (await app.state.get('store')) await refreshStore(null);
  }
  const refreshAll = (ended: boolean) => void orders.refreshAll(ended).catch(warn);

  return {
    commands: {
      refreshStore,
      async buy(purchase) {
        const buyer = await session();
        if (!buyer) return fail(needLogin);
        await orders.buy(purchase, buyer);
        return ok(null);
      },
      async retryOrder(op) {
        await orders.retry(op);
        return ok(null);
      },
      async chargeOrder(op, card, operationId) {
        const row = await app.orders.get(op);
        if (!row?.orderId) return fail({ code: 'not-found' });
        const input = { orderId: row.orderId, price: row.pack.price, ...card };
        return orders.act(op, api.call('authenticationPayment', input, { operationId }));
      },
      async cancelOrder(op, operationId) {
        const row = await app.orders.get(op);
        if (!row?.orderId) return fail({ code: 'not-found' });
        return orders.act(op, api.call('cancelOrder', { orderId: row.orderId }, { operationId }));
      },
      async refreshOrder(op) {
        await orders.refresh(op);
        return ok(null);
      },
      readOrder: (input) => api.call('payOrderStatus', input),
      async dismissOrder(op) {
        await app.orders.delete(op);
        return ok(null);
      },
      beginCard: async (operationId) => {
        const answer = await api.call('saveBankCard', { begin: true }, { operationId });
        if (!answer.ok) return answer;
        const { card, ...begun } = answer.value;
        if (card) await refreshShown();
        return ok({ ...begun, ...(card && { card }) });
      },
      async saveCard(bindId, token, operationId) {
        const answer = await api.call('saveBankCard', { bindId, token }, { operationId });
        if (!answer.ok) return answer;
        if (answer.value.card) await refreshShown();
        return ok(answer.value);
      },
      async forgetCard(cardId) {
        const answer = await api.call('saveBankCard', { forget: cardId });
        if (!answer.ok) return answer;
        await refreshShown();
        return ok(null);
      },
      async refundOrder(orderId, gems, operationId) {
        const answer = await api.call('refundOrder', { orderId, gems }, { operationId });
        if (!answer.ok) return answer;
        void afterMoney().catch(warn);
        return ok({ record: answer.value.record });
      },
      async spendLimits(set) {
        const answer = await api.call('spendLimits', set ? { set } : {});
        if (!answer.ok) return answer;
        await app.transaction('rw', app.state, async () => {
          const row = await app.state.get('store');
          if (row?.key !== 'store') return;
          await app.state.put({ ...row, userPayInfo: { ...row.userPayInfo, limits: [...answer.value.limits] } });
        });
        return answer;
      },
      refreshRecords,
    },
    onRecharged() {
      void refreshBalance(app, api).catch(warn);
      refreshAll(true);
    },
    /** The refresh is not awaited, so that a purchase waiting for the network does not delay other parts. */
    onSignedIn: () => refreshAll(true),
    onStreamUp: () => refreshAll(true),
    onWake: () => refreshAll(false),
    onSigningOut: orders.stop,
    onStepDown: orders.stop,
  };
}
