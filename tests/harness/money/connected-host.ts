import { nanoid } from 'nanoid';
import { moneyForGems, type PayoutState, type Payouts } from '../../../contract/hosting/payouts.ts';
import { readConfig } from '../../../server/config.ts';
import type { ConnectDeps } from '../../../server/domains/hosting/payouts/connect/account.ts';
import { type ConnectProvider, connectProviderOf } from '../../../server/domains/hosting/payouts/connect/provider.ts';
import { grant, hold, post } from '../../../server/domains/wallet/ledger.ts';
import { serverClock } from '../../../server/platform/clock.ts';
import { createLog } from '../../../server/platform/log/log.ts';
import type { TestApi, User } from '../api.ts';
import type { startConnectProvider } from '../connect.ts';
import type { SentWebhook } from '../identity.ts';

type Fake = Awaited<ReturnType<typeof startConnectProvider>>;
const RATE = { amountMinor: 500, currency: 'USD' } as const;

/** What tests do with hosts who are paid out by the simulated Stripe Connect. */
export function connectedHosts(api: TestApi, stripe: Fake) {
  const { fake, sent, env } = stripe;
  const provider = connectProviderOf(readConfig({ DATABASE_URL: 'postgres://localhost/none', ...env }));
  if (!provider) throw new Error('payouts do not go by Stripe');
  /** The dependencies of a process; `change` replaces functions of the client of Stripe. */
  const depsWith = (change: Partial<ConnectProvider> = {}): ConnectDeps => ({
    provider: { ...provider, ...change },
    key: Buffer.alloc(32),
    db: api.db,
    clock: serverClock,
    log: createLog('silent'),
  });

  async function newHost(country = 'DE'): Promise<User> {
    const host = await api.guest(`host-${nanoid()}`);
    await api.pool.query(`update account set birth_date = '1990-01-01', role = 3 where uid = $1`, [host.id]);
    await api.pool.query('insert into anchor (uid, price) values ($1, 30)', [host.id]);
    await api.pool.query('update profile set country = $2 where uid = $1', [host.id, country]);
    return host;
  }
  async function earn(host: User, gems: number): Promise<void> {
    const viewer = await api.guest(`viewer-${nanoid()}`);
    await grant(api.db, `bought:${viewer.id}`, viewer.id, 'gems', gems, { type: 'adjust', id: 'bought' });
    const held = { operation: `call:${nanoid()}:1`, uid: viewer.id };
    await hold(api.db, held.operation, viewer.id, 'gems', gems, { type: 'call', id: nanoid() });
    await post(api.db, held, host.id, 100);
  }
  const setUp = (user: User, operation = nanoid()) => api.call('startPayoutSetup', {}, { user, operation });
  const payoutsOf = async (user: User): Promise<Payouts> => (await api.call('hostPayouts', {}, { user })).data;
  const request = (user: User, gems: number, operation = nanoid()) =>
    api.call('requestPayout', { gems, money: moneyForGems(gems, RATE) }, { user, operation });
  const refOf = async (user: User): Promise<string> =>
    (await api.pool.query('select ref from connected_account where uid = $1', [user.id])).rows[0]?.ref ?? '';
  const deliver = ({ body, signature }: SentWebhook) =>
    api.app.inject({
      method: 'POST',
      url: '/webhook/payouts',
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      payload: body,
    });
  /** Delivers the latest webhook. */
  async function deliverLatest(): Promise<SentWebhook> {
    const webhook = sent.at(-1);
    if (!webhook) throw new Error('no webhook was sent');
    await deliver(webhook);
    return webhook;
  }
  /** A host whose account at Stripe is ready. */
  async function readyHost(gems = 400): Promise<User> {
    const host = await newHost();
    await earn(host, gems);
    await setUp(host);
    await fake.end(await refOf(host), 'ready');
    await api.pool.query(`update connected_account set state = 'ready', last4 = '6789' where uid = $1`, [host.id]);
    return host;
  }
  async function requested(user: User, gems = 200): Promise<string> {
    await request(user, gems);
    return (await payoutsOf(user)).payouts[0]?.id ?? '';
  }
  const stateOf = async (id: string): Promise<PayoutState> =>
    (await api.pool.query('select state from payout where id = $1', [id])).rows[0].state;
  const transferOf = async (id: string) =>
    (await api.pool.query('select * from payout_transfer where payout_id = $1', [id])).rows[0];
  /** The transfers of a payout at Stripe of which the host still has money. */
  const paidTo = (id: string) =>
    [...fake.transfers.values()].filter(
      ({ metadata, amount, reversed }) => metadata['payout'] === id && reversed < amount,
    );
  async function runJob(name = 'payout transfers'): Promise<void> {
    const job = api.parts.all.flatMap(({ jobs }) => jobs ?? []).find((each) => each.name === name);
    if (!job) throw new Error(`there is no job ${name}`);
    await job.run(new AbortController().signal);
  }
  /** Makes every transfer due, as after some time, and runs the job. */
  async function later(): Promise<void> {
    await api.pool.query(`update payout_transfer set asked_at = 'epoch'`);
    await runJob();
  }
  const gemsOf = async (user: User): Promise<number> =>
    (await api.call('account', { action: 1 }, { user })).data.gemsBalance;

  return {
    depsWith,
    newHost,
    earn,
    setUp,
    payoutsOf,
    request,
    refOf,
    deliver,
    deliverLatest,
    readyHost,
    requested,
    stateOf,
    transferOf,
    paidTo,
    runJob,
    later,
    gemsOf,
  };
}
