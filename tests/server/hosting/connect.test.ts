import { nanoid } from 'nanoid';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { sign } from '../../../demo/gateway/webhooks.ts';
import { readConfig } from '../../../server/config.ts';
import { changeSiteSetting } from '../../../server/domains/account/site/settings.ts';
import { auditLedger } from '../../../server/domains/wallet/audit.ts';
import { startApi, type TestApi, type User } from '../../harness/api.ts';
import { LOST_BY_SDK, startConnectProvider } from '../../harness/connect.ts';
import type { SentWebhook } from '../../harness/identity.ts';
import { connectedHosts } from '../../harness/money/connected-host.ts';
import { operate } from '../../harness/operate.ts';

let stripe: Awaited<ReturnType<typeof startConnectProvider>>;
let api: TestApi;
let hosts: ReturnType<typeof connectedHosts>;
beforeAll(async () => {
  stripe = await startConnectProvider();
  api = await startApi(inject('postgresUrl'), stripe.env);
  await changeSiteSetting(api.db, 'payoutMinGems', 100);
  await changeSiteSetting(api.db, 'payoutHoldDays', 0);
  hosts = connectedHosts(api, stripe);
});
afterEach(async () => expect(await auditLedger(api.db)).toEqual([]));
afterAll(async () => {
  await api?.close();
  await stripe?.close();
});

let ann: User;
beforeEach(async () => {
  ann = await hosts.newHost();
});
const connected = async (user = ann) => (await hosts.payoutsOf(user)).connected;
const becomes = (state: string, user = ann) =>
  vi.waitFor(async () => expect(await connected(user)).toMatchObject({ state }), { timeout: 10_000 });
const becomesPayout = (state: string, id: string) =>
  vi.waitFor(async () => expect(await hosts.stateOf(id)).toBe(state), { timeout: 10_000 });

describe('the account of a host at Stripe', () => {
  test('is created once when its setup is repeated, in two tabs at once, and after a lost answer', async () => {
    const before = stripe.fake.accounts.size;
    stripe.fake.lost = LOST_BY_SDK;
    expect((await hosts.setUp(ann)).data).toMatchObject({ code: 'gateway-down' });
    const all = await Promise.all([hosts.setUp(ann), hosts.setUp(ann), hosts.setUp(ann)]);
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200]);
    await hosts.setUp(ann);
    expect(stripe.fake.accounts.size).toBe(before + 1);
    expect(stripe.fake.accounts.get(await hosts.refOf(ann))).toMatchObject({
      country: 'DE',
      metadata: { uid: `${ann.id}` },
    });
  });

  test('follows the states of Stripe, and a payout is refused until money can be sent', async () => {
    await hosts.earn(ann, 300);
    expect(await connected()).toEqual({ state: 'none', last4: '' });
    expect((await hosts.request(ann, 200)).status).toBe(409);
    expect((await hosts.setUp(ann)).data.url).toMatch(/^https:\/\/connect\.example\/connect\//);
    expect(await connected()).toMatchObject({ state: 'incomplete' });
    const ref = await hosts.refOf(ann);
    for (const [outcome, state] of [
      ['more', 'restricted'],
      ['slow', 'checking'],
    ] as const) {
      await stripe.fake.end(ref, outcome);
      await hosts.deliverLatest();
      await becomes(state);
      expect((await hosts.request(ann, 200)).status).toBe(409);
    }
    await stripe.fake.end(ref, 'ready', '3000');
    await hosts.deliverLatest();
    await becomes('ready');
    expect(await connected()).toEqual({ state: 'ready', last4: '3000' });
    expect((await hosts.request(ann, 200)).status).toBe(200);
  });

  test('needs more information when the bank of the host sends a payout of Stripe back', async () => {
    const host = await hosts.readyHost();
    await stripe.fake.failPayout(await hosts.refOf(host));
    await hosts.deliverLatest();
    await becomes('restricted', host);
    expect((await hosts.request(host, 200)).status).toBe(409);
  });

  test('is gone when the host disconnects it, and can be created again', async () => {
    const host = await hosts.readyHost();
    const first = await hosts.refOf(host);
    await stripe.fake.disconnect(first);
    await hosts.deliverLatest();
    await becomes('none', host);
    expect((await hosts.setUp(host)).status).toBe(200);
    expect(await hosts.refOf(host)).not.toBe(first);
  });

  test('is refused in a country that Stripe does not serve, and created after another country was given', async () => {
    const host = await hosts.newHost('KP');
    expect((await hosts.setUp(host)).status).toBe(403);
    await api.pool.query(`update profile set country = 'FR' where uid = $1`, [host.id]);
    expect((await hosts.setUp(host)).status).toBe(200);
    expect(stripe.fake.accounts.get(await hosts.refOf(host))).toMatchObject({ country: 'FR' });
  });

  test('is not accepted for an account that never was a host', async () => {
    expect((await hosts.setUp(await api.guest(`viewer-${nanoid()}`))).status).toBe(403);
  });

  test('is asked about by the page that opens, and by the job when the webhook was lost', async () => {
    await hosts.setUp(ann);
    await stripe.fake.end(await hosts.refOf(ann), 'more');
    await api.pool.query(`update connected_account set asked_at = now() - interval '11 minutes' where uid = $1`, [
      ann.id,
    ]);
    await becomes('restricted');
    await stripe.fake.end(await hosts.refOf(ann), 'ready');
    await api.pool.query(`update connected_account set asked_at = now() - interval '11 minutes' where uid = $1`, [
      ann.id,
    ]);
    await hosts.runJob('connected accounts');
    expect(await connected()).toMatchObject({ state: 'ready' });
  });
});

describe('a webhook of Stripe Connect', () => {
  test('is refused when it is forged, changed or too old, and accepted when one of the two secrets signed it', async () => {
    await hosts.setUp(ann);
    await stripe.fake.end(await hosts.refOf(ann), 'ready');
    const { body, signature } = stripe.sent.at(-1) as SentWebhook;
    const wrong: SentWebhook[] = [
      { body, signature: sign('whsec_other', body, Date.now()) },
      { body: `${body} `, signature },
      { body, signature: sign(stripe.secret, body, Date.now() - 20 * 60_000) },
      { body, signature: '' },
    ];
    for (const one of wrong) expect((await hosts.deliver(one)).statusCode).toBe(400);
    expect(await connected()).toMatchObject({ state: 'incomplete' });
    const platform = { body, signature: sign('whsec_platform', body, Date.now()) };
    expect((await hosts.deliver(platform)).statusCode).toBe(200);
    await becomes('ready');
  });

  test('changes nothing by its own words, when it is late or repeated, and about objects that no host has', async () => {
    await hosts.setUp(ann);
    const ref = await hosts.refOf(ann);
    const words = (data: object, account?: string) => {
      const body = JSON.stringify({ id: `evt_${nanoid()}`, account, data: { object: data } });
      return { body, signature: sign(stripe.secret, body, Date.now()) };
    };
    await hosts.deliver(words({ id: ref, object: 'account', payouts_enabled: true, details_submitted: true }, ref));
    await stripe.fake.end(ref, 'more');
    const late = stripe.sent.at(-1) as SentWebhook;
    await stripe.fake.end(ref, 'ready');
    await hosts.deliverLatest();
    await becomes('ready');
    for (const one of [late, late]) await hosts.deliver(one);
    await hosts.runJob('connected accounts');
    expect(await connected()).toMatchObject({ state: 'ready' });
    for (const data of [
      { id: 'acct_x', object: 'account' },
      { id: 'tr_x', object: 'transfer' },
      { id: 'x', object: 'y' },
    ]) {
      expect((await hosts.deliver(words(data))).statusCode).toBe(200);
    }
  });

  test('changes no account when Stripe names another one', async () => {
    const host = await hosts.readyHost();
    await hosts.setUp(ann);
    const his = await hosts.refOf(host);
    await api.pool.query(`update connected_account set ref = 'acct_parked' where uid = $1`, [host.id]);
    await api.pool.query('update connected_account set ref = $2 where uid = $1', [ann.id, his]);
    await stripe.fake.end(his, 'ready');
    await hosts.deliverLatest();
    await vi.waitFor(() => expect(api.logged.join()).toContain('connected account names another account'));
    expect(await connected()).toMatchObject({ state: 'incomplete' });
    expect((await hosts.setUp(ann)).status).toBe(409);
  });
});

describe('a payout by Stripe', () => {
  test('is sent once after the approval, and its gems leave the wallet', async () => {
    const host = await hosts.readyHost();
    const start = await hosts.gemsOf(host);
    const id = await hosts.requested(host);
    await hosts.runJob();
    expect([await hosts.stateOf(id), hosts.paidTo(id)]).toEqual(['requested', []]);
    await operate(api.db, ['payout', 'approve', id]);
    expect(await operate(api.db, ['payout', 'list'])).not.toContain(id);
    await expect(operate(api.db, ['payout', 'sent', id, 'by hand'])).rejects.toThrow(`Stripe sends ${id}`);
    expect(await operate(api.db, ['payout', 'show', id])).toContain('account at Stripe: ready');
    await hosts.runJob();
    const [transfer] = hosts.paidTo(id);
    expect(transfer).toMatchObject({ amount: 100, currency: 'usd', destination: await hosts.refOf(host) });
    expect((await hosts.payoutsOf(host)).payouts).toMatchObject([{ id, state: 'sent', last4: '6789' }]);
    const statement = (await api.call('payoutStatement', { id }, { user: host })).data;
    expect(statement).toMatchObject({ holder: 'Stripe', last4: '6789', reference: transfer?.id });
    const year = new Date().getUTCFullYear();
    expect((await api.call('yearlyStatement', { year }, { user: host })).data.account).toEqual({
      holder: 'Stripe',
      last4: '6789',
    });
    expect(await hosts.gemsOf(host)).toBe(start - 200);
    await hosts.later();
    expect(hosts.paidTo(id)).toHaveLength(1);
  });

  test('waits while the account is not ready any more, and is sent when it is again', async () => {
    const host = await hosts.readyHost();
    const id = await hosts.requested(host);
    const ref = await hosts.refOf(host);
    await operate(api.db, ['payout', 'approve', id]);
    await stripe.fake.end(ref, 'more');
    await hosts.later();
    expect([await hosts.stateOf(id), hosts.paidTo(id)]).toEqual(['approved', []]);
    const shown = await operate(api.db, ['payout', 'show', id]);
    expect(shown).toContain(
      'account at Stripe: restricted (requirements.past_due, individual.verification.document), the account at Stripe is not ready',
    );
    await stripe.fake.end(ref, 'ready');
    await hosts.later();
    expect([await hosts.stateOf(id), hosts.paidTo(id).length]).toEqual(['sent', 1]);
  });

  test('is tried again when the balance of the house was too low', async () => {
    const id = await hosts.requested(await hosts.readyHost());
    await operate(api.db, ['payout', 'approve', id]);
    stripe.fake.balance = 99;
    await hosts.later();
    await hosts.later();
    stripe.fake.balance = Number.MAX_SAFE_INTEGER;
    expect([await hosts.stateOf(id), hosts.paidTo(id)]).toEqual(['approved', []]);
    expect(await hosts.transferOf(id)).toMatchObject({ problem: 'Stripe refused: balance_insufficient' });
    await hosts.later();
    expect([await hosts.stateOf(id), hosts.paidTo(id).length]).toEqual(['sent', 1]);
    expect(await hosts.transferOf(id)).toMatchObject({ problem: '' });
  });

  test('fails and gives its gems back when the account is gone', async () => {
    const host = await hosts.readyHost();
    const start = await hosts.gemsOf(host);
    const id = await hosts.requested(host);
    await operate(api.db, ['payout', 'approve', id]);
    await stripe.fake.disconnect(await hosts.refOf(host));
    await hosts.later();
    expect([await hosts.stateOf(id), hosts.paidTo(id), await hosts.gemsOf(host)]).toEqual(['failed', [], start]);
    await hosts.later();
    expect(await hosts.stateOf(id)).toBe('failed');
  });

  test('is not sent when a transfer of another amount names it', async () => {
    const host = await hosts.readyHost();
    const id = await hosts.requested(host);
    await operate(api.db, ['payout', 'approve', id]);
    const facts = { amount: 90, currency: 'usd', destination: await hosts.refOf(host) };
    await stripe.fake.transfer({ ...facts, group: `payout_${id}`, metadata: { payout: id } });
    await hosts.later();
    expect(await hosts.stateOf(id)).toBe('approved');
    expect((await hosts.transferOf(id)).problem).toContain('differs from the payout');
  });

  test('becomes sent back once when Stripe reverses it, whatever order its webhooks have', async () => {
    const host = await hosts.readyHost();
    const start = await hosts.gemsOf(host);
    const id = await hosts.requested(host);
    await operate(api.db, ['payout', 'approve', id]);
    await hosts.runJob();
    const [transfer] = hosts.paidTo(id);
    await stripe.fake.reverse(transfer?.id ?? '', 40);
    await hosts.deliverLatest();
    await vi.waitFor(async () =>
      expect(await hosts.transferOf(id)).toMatchObject({ problem: 'Stripe took back 40 of 100' }),
    );
    expect(await hosts.stateOf(id)).toBe('sent');
    await stripe.fake.reverse(transfer?.id ?? '');
    const reversed = await hosts.deliverLatest();
    await becomesPayout('returned', id);
    for (const one of [reversed, ...stripe.sent.slice(-3)]) await hosts.deliver(one);
    await hosts.later();
    expect([await hosts.stateOf(id), await hosts.gemsOf(host)]).toEqual(['returned', start]);
  });
});

test('payouts go by the bank without PAYOUTS=stripe, which needs its key and secret', async () => {
  const plain = await startApi(inject('postgresUrl'), { PAYOUTS: 'manual' });
  try {
    const user = await plain.guest();
    expect((await plain.call('hostPayouts', {}, { user })).data.connected).toBeNull();
    expect((await plain.call('startPayoutSetup', {}, { user, operation: nanoid() })).status).toBe(403);
    expect((await plain.app.inject({ method: 'POST', url: '/webhook/payouts', payload: {} })).statusCode).toBe(404);
  } finally {
    await plain.close();
  }
  const env = { DATABASE_URL: 'postgres://localhost/none', PAYOUTS: 'stripe' };
  expect(() => readConfig(env)).toThrow('PAYOUTS=stripe needs STRIPE_SECRET_KEY and STRIPE_PAYOUTS_WEBHOOK_SECRET');
  const keys = { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_PAYOUTS_WEBHOOK_SECRET: 'whsec_1' };
  expect(readConfig({ ...env, ...keys })).toMatchObject({ payouts: 'stripe', payoutWebhookSecrets: ['whsec_1'] });
  expect(() => readConfig({ ...env, ...keys, DEMO: 'on' })).toThrow('PAYOUTS=stripe with DEMO needs a test key');
});
