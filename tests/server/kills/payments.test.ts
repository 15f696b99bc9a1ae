import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import type { Purchase } from '../../../contract/payments/commands.ts';
import { LATE_WEBHOOK_MS } from '../../../demo/gateway/rules.ts';
import { seedCatalogue } from '../../../server/domains/payments/seed.ts';
import { CLAIMED_S } from '../../../server/domains/payments/sweep.ts';
import { auditLedger } from '../../../server/domains/wallet/audit.ts';
import { type OpenDatabase, openDatabase } from '../../../server/platform/database/connect.ts';
import { type Buyer, type BuyerCore, openBuyer } from '../../harness/money/buyer.ts';
import { GOOD_CARD, tokenOf, typeCard } from '../../harness/money/gateway.ts';
import { type PaymentsLine, type PaymentsServer, startPaymentsServer } from '../../harness/money/payments-server.ts';
import { inTime } from '../../harness/postgres/in-time.ts';
import { freshDatabase } from '../../harness/postgres/postgres.ts';
import { isCommit, type Watch } from '../../harness/tapped-lines.ts';

const GEMS = 300;
const PRICE_MINOR = 289;
const PATIENCE = { timeout: 25_000, interval: 20 };
/** A round that fails on a busy machine leaves its claim; the order is due again when the claim expires. */
const PATIENCE_WITH_CLAIM = { ...PATIENCE, timeout: PATIENCE.timeout + CLAIMED_S * 1_000 };
/** Longer than all waits of a test together, so that each wait fails with its own message. */
vi.setConfig({ testTimeout: 300_000 });

let database: OpenDatabase;
let server: PaymentsServer;
beforeAll(async () => {
  const url = await freshDatabase(inject('postgresUrl'), 'migrated');
  database = openDatabase(url, () => undefined, 60_000);
  await seedCatalogue(database.db);
  server = await startPaymentsServer(url);
}, 120_000);
afterAll(async () => {
  await server?.close();
  await database?.close();
});

type At = Watch<PaymentsLine>;
const asked =
  (line: PaymentsLine, has: RegExp): At =>
  (passing) =>
    passing.line === line && passing.side === 'asked' && has.test(passing.text);
const answered =
  (line: PaymentsLine, has: RegExp, to = /(?:)/): At =>
  (passing) =>
    passing.line === line && passing.side === 'answered' && has.test(passing.text) && to.test(passing.asked);
/** The transaction with this statement is ready, and its commit is not sent. */
const beforeCommit =
  (did: RegExp): At =>
  ({ line, side, text, asked: all }) =>
    line === 'database' && side === 'asked' && isCommit(text) && did.test(all);
/** The transaction is committed, and the answer is lost. */
const inCommit =
  (did: RegExp): At =>
  ({ line, side, asked: all }) =>
    line === 'database' && side === 'answered' && isCommit(all) && did.test(all);

const rows = async <Row>(text: string, values: unknown[] = []) =>
  (await database.pool.query(text, values)).rows as Row[];
type Order = { id: string; state: string };
const orderOf = async ({ uid }: Buyer) =>
  (await rows<Order>('select id, state from payment_order where uid = $1', [uid]))[0];
const gemsOf = async ({ uid }: Buyer) =>
  Number(
    (await rows<{ amount: string }>(`select amount from wallet where uid = $1 and currency = 'gems'`, [uid]))[0]
      ?.amount,
  );
type Session = { ref: string; secret: string; channel: string; paid: number | null; back: number };
/** The gateway sessions of the buyer's order. */
const sessionsOf = async (buyer: Buyer) =>
  rows<Session>(
    `select ref, secret, channel, paid_minor::int as paid,
       (select coalesce(sum(amount_minor), 0)::int from gateway_demo.reversal back where back.session = session.ref) as back
     from gateway_demo.session where order_id = $1 order by created_at, ref`,
    [(await orderOf(buyer))?.id],
  );
const stateOf = async (buyer: Buyer) => [(await orderOf(buyer))?.state ?? 'none', (await sessionsOf(buyer)).length];

/** Makes all scheduled work of the buyer due, and makes calls to the gateway older than their minute of retries. */
async function timePasses(buyer: Buyer): Promise<void> {
  const id = (await orderOf(buyer))?.id ?? '';
  // Sent as one query, so that PostgreSQL runs all statements in one implicit transaction.
  await rows(`set local session_replication_role = replica;
    ${due(id)}
    update payment_call set created_at = created_at - interval '61 seconds' where order_id = '${id}'`);
}
const due = (id: string) => `
  update payment_order set ask_at = now() where ask_at is not null and id = '${id}';
  update reversal set ask_at = now() where ask_at is not null and order_id = '${id}';`;

const payment = /pg_notify/;
const order = /insert into "payment_order"/;

/** A point at which the server dies. `left` is the state of the order then, and its number of sessions at the gateway. */
type Point = {
  readonly when: string;
  readonly at?: At;
  readonly left: readonly [state: string, sessions: number];
  /** Leads to the point. Its answers are lost with the server. */
  act(buyer: Buyer, core: BuyerCore): Promise<unknown>;
  readonly channel?: Purchase['channel'];
  /** Runs before the point, while the server is alive. */
  prepare?(buyer: Buyer, core: BuyerCore): Promise<unknown>;
  /** Extra actions of the next core, besides querying its purchases. */
  again?(buyer: Buyer, core: BuyerCore): Promise<unknown>;
  /** No core runs afterwards: the server and the gateway finish alone. */
  readonly alone?: true;
  /** The remaining work is due at once. */
  readonly isDue?: true;
};

const buy = (_buyer: Buyer, core: BuyerCore) => core.buy();
const opened = async (buyer: Buyer, core: BuyerCore) => {
  await core.buy();
  await expect
    .poll(async () => {
      await core.refresh();
      return (await buyer.row())?.status?.next?.kind;
    }, PATIENCE)
    .toMatch(/frame|redirect/);
};
/** Pays on the gateway's page; the client never returns. */
const paid = async (buyer: Buyer, core: BuyerCore) => {
  await opened(buyer, core);
  core.die();
  await payAtGateway(buyer);
  // The next query of the order is due in an hour.
  await rows(`update payment_order set ask_at = now() + interval '1 hour' where uid = $1`, [buyer.uid]);
};
async function payAtGateway(buyer: Buyer): Promise<void> {
  for (const { secret, channel, paid } of await sessionsOf(buyer)) {
    const page = `${server.gateway.url}/${channel === 'card' ? 'frame' : 'hosted'}/${secret}`;
    if (paid === null) expect(await typeCard(page, GOOD_CARD)).toMatchObject({ state: 'paid' });
  }
}
const webhooks = () => server.gateway.pass(LATE_WEBHOOK_MS);
/** Delivers webhooks twice, because one whose connection breaks is delivered again. */
const webhooksAgain = () => webhooks().then(webhooks);
async function bought(buyer: Buyer, core: BuyerCore): Promise<void> {
  await opened(buyer, core);
  await charge(buyer, core);
  await expect.poll(async () => (await orderOf(buyer))?.state, PATIENCE).toBe('paid');
}
async function charge(buyer: Buyer, core: BuyerCore): Promise<void> {
  const next = (await buyer.row())?.status?.next;
  if (next?.kind === 'frame') await core.charge(await tokenOf(next.url));
}
const refund = (_buyer: Buyer, core: BuyerCore) => core.refund(GEMS);

const HOSTED = { channel: 'hosted', alone: true } as const;
const DEATHS: Readonly<Record<string, readonly Point[]>> = {
  'the first byte arrives': [
    { when: 'long before it', left: ['none', 0], act: (_buyer, core) => server.kill().then(() => core.buy()) },
    { when: 'as it arrives', at: asked('client', /create_order/), left: ['none', 0], act: buy },
    { when: 'before it queries the token', at: asked('database', /"device_token"/), left: ['none', 0], act: buy },
  ],
  'an order is made': [
    { when: 'before the commit', at: beforeCommit(order), left: ['none', 0], act: buy },
    { when: 'in the commit', at: inCommit(order), left: ['created', 0], act: buy },
    { when: 'before its answer', at: answered('client', /"orderId"/), left: ['open', 1], act: buy },
  ],
  'a session is opened': [
    { when: 'before it is asked for', at: asked('gateway', /POST \/v1\/sessions /), left: ['created', 0], act: buy },
    { when: 'before its answer', at: answered('gateway', /"ref"/), left: ['created', 1], act: buy },
    {
      when: 'before the answer is stored',
      left: ['created', 1],
      act: buy,
      at: beforeCommit(/update "payment_call"/),
    },
  ],
  'the key of a session can no longer be used': [
    {
      when: 'as the fault comes',
      at: answered('gateway', / 500 /),
      left: ['created', 0],
      act: buy,
      prepare: () => server.gateway.fail('sessions', 'error'),
    },
    {
      when: 'before the next key is used',
      left: ['created', 0],
      act: () => server.work(),
      at: answered('database', /(?:)/, /insert into "payment_call"/),
      async prepare(buyer, core) {
        await server.gateway.fail('sessions', 'error');
        await core.buy();
        await core.refresh();
        core.die();
        await timePasses(buyer);
      },
    },
    {
      when: 'and both sessions are paid',
      channel: 'hosted',
      left: ['created', 2],
      act: () => server.work(),
      at: answered('gateway', /"ref"/, /POST \/v1\/sessions /),
      async prepare(buyer, core) {
        await server.gateway.fail('sessions', 'lost', 9);
        await core.buy();
        await core.refresh();
        core.die();
        await server.gateway.fail('sessions', 'lost', 0);
        await timePasses(buyer);
      },
    },
  ],
  'the payer has paid and left': [
    {
      ...HOSTED,
      when: 'as a webhook comes',
      at: asked('client', /\/webhook\//),
      left: ['open', 1],
      prepare: paid,
      act: webhooksAgain,
    },
    {
      ...HOSTED,
      when: 'before the sweeper asks',
      left: ['open', 1],
      act: () => server.work(),
      at: asked('gateway', /GET /),
      prepare: (buyer, core) => paid(buyer, core).then(() => timePasses(buyer)),
    },
    {
      ...HOSTED,
      when: 'before the sweeper gets its answer',
      left: ['open', 1],
      act: () => server.work(),
      at: answered('gateway', /"paid"/),
      prepare: (buyer, core) => paid(buyer, core).then(() => timePasses(buyer)),
    },
  ],
  'a webhook is processed': [
    {
      ...HOSTED,
      isDue: true,
      when: 'in the commit of its id',
      at: inCommit(/gateway_event/),
      left: ['open', 1],
      prepare: paid,
      // Delivered once: a redelivery after a broken connection may postpone the next query.
      act: webhooks,
    },
    {
      ...HOSTED,
      when: 'before the commit of the credit',
      at: beforeCommit(payment),
      left: ['open', 1],
      prepare: paid,
      act: webhooksAgain,
    },
    {
      ...HOSTED,
      when: 'in the commit of the credit',
      at: inCommit(payment),
      left: ['paid', 1],
      prepare: paid,
      act: webhooksAgain,
    },
  ],
  'gems are announced': [
    {
      when: 'before it gets the notification',
      at: answered('database', /recharged\0/),
      left: ['paid', 1],
      prepare: opened,
      act: charge,
    },
    {
      when: 'before it has read them',
      at: asked('database', /from "wallet"/),
      left: ['paid', 1],
      prepare: opened,
      act: charge,
    },
    {
      when: 'before the payer is answered',
      at: answered('client', /TXN_SUCCESS/),
      left: ['paid', 1],
      prepare: opened,
      act: charge,
    },
  ],
  'money is refunded': [
    {
      when: 'before the gems have left',
      at: beforeCommit(/"reversal"/),
      left: ['paid', 1],
      prepare: bought,
      act: refund,
      again: refund,
    },
    {
      when: 'before it is asked for',
      at: asked('gateway', /\/v1\/refunds/),
      isDue: true,
      left: ['paid', 1],
      prepare: bought,
      act: refund,
    },
    {
      when: 'before its answer',
      isDue: true,
      at: answered('gateway', /"done"/),
      left: ['paid', 1],
      prepare: bought,
      act: refund,
    },
  ],
};

const AGAIN_MS = 500;
const SWEPT = new Set([
  'the key of a session can no longer be used',
  'the payer has paid and left',
  'a webhook is processed',
]);

/**
 * Leads to the message at which the server dies. A connection may break, a sweeper be idle or a notification be lost on the way: then the
 * action is repeated, as it would be in production. Returns whether it was repeated, because then the next query may be postponed.
 */
async function dieAt(at: At, during: string, point: Point, buyer: Buyer, core: BuyerCore): Promise<boolean> {
  let isOver = false;
  let isLedAgain = false;
  const death = server.diesAt(at).finally(() => {
    isOver = true;
  });
  const lead = async () => {
    await point.act(buyer, core).catch(() => undefined);
    while (!isOver) {
      await Promise.race([wait(AGAIN_MS), death.catch(() => undefined)]);
      if (isOver) return;
      isLedAgain = true;
      await leadAgain(during, point, buyer, core).catch(() => undefined);
    }
  };
  await Promise.all([death, lead()]);
  return isLedAgain;
}

async function leadAgain(during: string, point: Point, buyer: Buyer, core: BuyerCore): Promise<void> {
  if (during === 'money is refunded') await point.act(buyer, core);
  else if (during === 'gems are announced') {
    await rows('select pg_notify($1, $2)', ['recharged', String(buyer.uid)]);
    await core.refresh();
  } else if (!SWEPT.has(during)) await core.refresh();
  else if (point.isDue) await webhooks();
  else {
    if (point.act === webhooksAgain) await webhooks();
    else await rows(due((await orderOf(buyer))?.id ?? ''));
    await server.work();
  }
}

describe.each(Object.entries(DEATHS))('kills of the server when %s', (during, points) => {
  test.each(points.map((point) => [point.when, point] as const))(
    'a purchase completes once when the server dies %s',
    async (_when, point) => {
      await server.ready();
      const buyer = await openBuyer(server.url, point.channel ?? 'card');
      const before = await gemsOf(buyer);
      const core = buyer.core();
      await point.prepare?.(buyer, core);
      const isPutOff = point.at !== undefined && (await dieAt(point.at, during, point, buyer, core));
      if (point.at === undefined) await point.act(buyer, core);
      core.die();
      expect(await stateOf(buyer)).toEqual(point.left);
      if (during === 'money is refunded') {
        expect(await gemsOf(buyer)).toBe(before + (point.again ? GEMS : 0));
      } else expect(await gemsOf(buyer)).toBe(before + (point.left[0] === 'paid' ? GEMS : 0));
      await server.ready();

      const isBack = during === 'money is refunded';
      const expected = isBack ? before : before + GEMS;
      const money = { credits: [GEMS], gems: expected, kept: isBack ? 0 : PRICE_MINOR };
      if (point.isDue) {
        if (isPutOff) await timePasses(buyer);
        await expect.poll(() => server.work().then(() => moneyOf(buyer)), PATIENCE_WITH_CLAIM).toEqual(money);
      }
      const next = point.alone ? undefined : buyer.core();
      await next?.refreshAll();
      await point.again?.(buyer, next as BuyerCore);
      if (during.startsWith('a session')) await expect.poll(() => stateOf(buyer), PATIENCE).toEqual(['open', 1]);
      await expect
        .poll(async () => {
          await next?.refresh();
          await timePasses(buyer);
          await server.work();
          if (next && point.channel !== 'hosted') await charge(buyer, next);
          else await payAtGateway(buyer);
          await webhooks();
          return (await orderOf(buyer))?.state;
        }, PATIENCE)
        .toBe('paid');

      await expect
        .poll(async () => {
          await timePasses(buyer);
          await server.work();
          return moneyOf(buyer);
        }, PATIENCE)
        .toEqual(money);
      const last = buyer.core();
      await last.refreshAll();
      await expect.poll(async () => (await buyer.row())?.status?.payStatus, PATIENCE).toBe('TXN_SUCCESS');
      expect(await last.balance()).toBe(expected);
      last.die();
    },
  );
});

/** Returns the credited gems, the balance, and the money that was paid less refunds. */
async function moneyOf(buyer: Buyer) {
  const id = (await orderOf(buyer))?.id;
  const credits = await rows<{ gross: number }>(
    `select gross::int from transfer where subject_type = 'order' and subject_id = $1`,
    [id],
  );
  const payments = (await sessionsOf(buyer)).filter(({ paid }) => paid !== null);
  const kept = payments.reduce((sum, { paid, back }) => sum + (paid ?? 0) - back, 0);
  return { credits: credits.map(({ gross }) => gross), gems: await gemsOf(buyer), kept };
}

/** Cuts the connection between client and server at this message, which does not arrive. */
const cutAt = (watch: At) =>
  new Promise<void>((cut) =>
    server.lines.watch(watch, () => {
      server.lines.cut('client');
      cut();
    }),
  );
type Client = (buyer: Buyer, core: BuyerCore) => Promise<unknown>;
/** Cuts the connection at this message of the client's action. */
const cutOff =
  (at: At, act: Client): Client =>
  async (buyer, core) => {
    await Promise.all([inTime(cutAt(at), 'the message comes at which the line is cut'), act(buyer, core)]);
  };
/** Actions of a core up to its death, with the number of orders that exist then. */
const CLIENT_DEATHS: readonly (readonly [when: string, orders: number, lead: Client])[] = [
  [
    'before the purchase is stored',
    0,
    async (buyer, core) => {
      const full = () => {
        throw new DOMException('the disk is full', 'QuotaExceededError');
      };
      buyer.app.orders.hook('creating', full);
      await expect(core.buy()).rejects.toThrow();
      buyer.app.orders.hook('creating').unsubscribe(full);
      expect(await buyer.row()).toBeUndefined();
    },
  ],
  [
    'after the purchase is stored, before its first byte',
    0,
    async (_buyer, core) => {
      server.lines.cut('client');
      await core.buy();
    },
  ],
  ['while its first bytes are in flight', 0, cutOff(asked('client', /create_order/), buy)],
  ['while the answer to them is in flight', 1, cutOff(answered('client', /"orderId"/), buy)],
  ['with the card fields open', 1, opened],
  [
    'while the charge is in flight',
    1,
    async (buyer, core) => {
      await opened(buyer, core);
      await cutOff(asked('client', /authentication_payment/), charge)(buyer, core);
    },
  ],
  [
    'while the answer to the charge is in flight',
    1,
    async (buyer, core) => {
      await opened(buyer, core);
      await cutOff(answered('client', /TXN_SUCCESS/), charge)(buyer, core);
    },
  ],
  [
    'after the payment, before the gems are announced',
    1,
    async (buyer, core) => {
      await opened(buyer, core);
      const next = (await buyer.row())?.status?.next;
      const token = next?.kind === 'frame' ? await tokenOf(next.url) : '';
      // The client never reads the answer; the server continues alone.
      const charged = core.charge(token);
      core.die();
      await charged;
    },
  ],
  [
    'before it has read the result',
    1,
    async (buyer, core) => {
      await bought(buyer, core);
      await cutOff(answered('client', /TXN_SUCCESS/), (_buyer, again) => again.refresh())(buyer, buyer.core());
    },
  ],
];

describe('deaths of a client during a purchase', () => {
  test.each(CLIENT_DEATHS)('a purchase completes once when the client dies %s', async (_when, orders, lead) => {
    await server.ready();
    const buyer = await openBuyer(server.url, 'card');
    const before = await gemsOf(buyer);
    const core = buyer.core();
    await lead(buyer, core);
    core.die();
    expect(await rows('select from payment_order where uid = $1', [buyer.uid])).toHaveLength(orders);
    server.lines.join();

    const next = buyer.core();
    await next.refreshAll();
    // A purchase that was not stored is made again by the user.
    if (!(await buyer.row())) await next.buy();
    await expect
      .poll(async () => {
        await next.refresh();
        await charge(buyer, next);
        return (await buyer.row())?.status?.payStatus;
      }, PATIENCE)
      .toBe('TXN_SUCCESS');
    expect(await moneyOf(buyer)).toEqual({ credits: [GEMS], gems: before + GEMS, kept: PRICE_MINOR });
    expect(await rows('select from payment_order where uid = $1', [buyer.uid])).toHaveLength(1);
    expect([await sessionsOf(buyer).then(({ length }) => length), await next.balance()]).toEqual([1, before + GEMS]);
    next.die();
  });
});

test('the kills lost and duplicated no payment, and the books of the gateway agree', async () => {
  expect(server.ends).toEqual(Array(24).fill('SIGKILL'));
  expect(await auditLedger(database.db)).toEqual([]);
  const paidHere = await rows<{ ref: string }>(
    `select payment_ref as ref from payment_order where state = 'paid' order by 1`,
  );
  const paidThere = await rows<{ ref: string }>(
    `select payment_ref as ref from gateway_demo.session where payment_ref is not null order by 1`,
  );
  const backHere = await rows<{ ref: string }>(`select id as ref from reversal where state = 'done' order by 1`);
  const backThere = await rows<{ ref: string }>(
    `select ref from gateway_demo.reversal where state = 'done' order by 1`,
  );
  const all = 24 + CLIENT_DEATHS.length;
  expect([paidHere.length, paidThere.length, backHere]).toEqual([all, all + 1, backThere]);
  expect(await rows('select * from payment_difference')).toEqual([]);
});
