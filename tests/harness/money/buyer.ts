import { nanoid } from 'nanoid';
import type { UserInfo } from '../../../contract/api/envelope.ts';
import { REQUEST_ID_LENGTH } from '../../../contract/api/rules.ts';
import type { Purchase } from '../../../contract/payments/commands.ts';
import { createEpoch } from '../../../worker/base/epoch.ts';
import type { OrderRow } from '../../../worker/db/payment-rows.ts';
import type { AppDb } from '../../../worker/db/schema.ts';
import { createOrders } from '../../../worker/payments/orders.ts';
import { session as anySession } from '../../unit/worker/support/databases.ts';
import { newOpenId } from '../api.ts';
import { openApi } from '../open-api.ts';
import { emptyApp } from '../postgres/databases.ts';
import { until } from '../servers/kept-server.ts';
import { tokenOf } from './gateway.ts';

/** The payment code of a buyer's core. It does nothing by itself: the test calls each request. */
export type BuyerCore = {
  /** Resolves when the purchase is stored; then it is sent. */
  buy(): Promise<void>;
  /** Sends it again, as when the buyer presses retry after it did not arrive. */
  retry(): Promise<void>;
  /** Pays with a card token. `attempt` is the idempotency key of the click. */
  charge(token: string, attempt?: string): Promise<void>;
  refund(gems: number): Promise<void>;
  refresh(): Promise<void>;
  /** Asks for all open orders, as a core does when it starts. */
  refreshAll(): Promise<void>;
  balance(): Promise<number | undefined>;
  /** From here on it sends, receives and stores nothing. */
  die(): void;
};

/** A buyer of one pack, with the database of their browser. */
export type Buyer = {
  readonly uid: number;
  readonly app: AppDb;
  row(): Promise<OrderRow | undefined>;
  core(): BuyerCore;
  /** Closes the database; nothing may be read afterwards. */
  close(): void;
};

/** A guest who is about to buy this pack, with a device id of their own: declined cards block a device for the day. */
export async function openBuyer(url: string, channel: Purchase['channel'], pack = 'g300'): Promise<Buyer> {
  let user: UserInfo | null = null;
  const androidId = nanoid(REQUEST_ID_LENGTH);
  const api = openApi(url, () => user, androidId);
  const login = await api.call('login', { openId: newOpenId(), channel: 'guest' });
  if (!login.ok) throw new Error(`Nobody signs in: ${login.error.code}`);
  const { id, jid, role, vcToken } = login.value.userInfo;
  user = { id, jid, role, vcToken };
  const store = await api.call('paymentChannels', {});
  const sku = store.ok && store.value.extend_info.skus.find((one) => one.sku === pack);
  if (!sku) throw new Error(`${pack} is not sold`);
  const session = { ...anySession, uid: id, jid, vcToken };
  const app = emptyApp();
  await app.state.put(session);
  const op = nanoid(REQUEST_ID_LENGTH);
  const { gems, bonus, price, priceId } = sku;
  const purchase: Purchase = {
    op,
    priceId,
    channel,
    returnTo: { to: 'store' },
    pack: { gems, bonus, price },
    scene: { source: '', root: '', storyId: '', step: '', targetJid: '', sid: '' },
  };
  const row = () => app.orders.get(op);

  function core(): BuyerCore {
    const own = openApi(url, () => user, androidId);
    const epoch = createEpoch();
    const ports = {
      app,
      api: own,
      epoch,
      now: Date.now,
      later: () => () => undefined,
      onPaid: () => undefined,
      onStep: () => undefined,
    };
    const orders = createOrders(ports);
    const orderId = async () => (await row())?.orderId ?? '';
    return {
      buy: () => orders.buy(purchase, session),
      retry: () => orders.retry(op),
      async charge(token, operationId = nanoid(REQUEST_ID_LENGTH)) {
        const asked = { orderId: await orderId(), token, price, remember: false };
        await orders.act(op, own.call('authenticationPayment', asked, { operationId }));
      },
      async refund(gems) {
        await own.call('refundOrder', { orderId: await orderId(), gems }, { operationId: `refund-${op}` });
      },
      refresh: () => orders.refresh(op),
      refreshAll: () => orders.refreshAll(true),
      async balance() {
        const answer = await own.call('account', { action: 1 });
        return answer.ok ? answer.value.gemsBalance : undefined;
      },
      die() {
        epoch.end();
        orders.stop();
        own.cancelAll();
      },
    };
  }
  return { uid: id, app, row, core, close: () => app.close() };
}

/** Buys the pack of the buyer and pays at the demo gateway; resolves when the order is paid. */
export async function payByCard(buyer: Buyer, core: BuyerCore): Promise<void> {
  await core.buy();
  await until('the page of the card', async () => {
    await core.refresh();
    return (await buyer.row())?.status?.next?.kind === 'frame';
  });
  const next = (await buyer.row())?.status?.next;
  if (next?.kind === 'frame') await core.charge(await tokenOf(next.url));
  await until('the purchase to be paid', async () => {
    await core.refresh();
    return (await buyer.row())?.status?.payStatus === 'TXN_SUCCESS';
  });
}
