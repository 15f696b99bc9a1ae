import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sign } from '../../../../demo/gateway/webhooks.ts';
import { readConfig } from '../../../../server/config.ts';
import {
  type ConnectProvider,
  connectProviderOf,
} from '../../../../server/domains/hosting/payouts/connect/provider.ts';
import { LOST_BY_SDK, startConnectProvider } from '../../../harness/connect.ts';

let stripe: Awaited<ReturnType<typeof startConnectProvider>>;
let provider: ConnectProvider;
beforeAll(async () => {
  stripe = await startConnectProvider();
  const made = connectProviderOf(readConfig({ DATABASE_URL: 'postgres://localhost/none', ...stripe.env }));
  if (!made) throw new Error('payouts do not go by Stripe');
  provider = made;
});
afterAll(() => stripe?.close());

async function newAccount(): Promise<string> {
  const made = await provider.createAccount({ uid: 7, country: 'DE' }, `${Math.random()}`);
  if (!made.ok) throw new Error(made.error);
  return made.value;
}
const MONEY = { amountMinor: 1_000, currency: 'USD' } as const;

test('the account of the house has an id and a mode, or is told apart by its key when the key may not read it', async () => {
  expect(await provider.readPlatformAccount()).toBe('acct_demo:test');
  const strict = createServer((_request, response) => {
    response.writeHead(403, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ error: { type: 'invalid_request_error', message: 'no permission' } }));
  });
  await new Promise<void>((resolve) => strict.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(strict.address() as AddressInfo).port}`;
  const platformOf = (key: string) =>
    connectProviderOf(
      readConfig({
        DATABASE_URL: 'postgres://localhost/none',
        ...stripe.env,
        STRIPE_API_URL: url,
        STRIPE_SECRET_KEY: key,
      }),
    )?.readPlatformAccount();
  try {
    const [one, again, other] = await Promise.all(['rk_test_one', 'rk_test_one', 'rk_test_other'].map(platformOf));
    expect([one, again === one, other === one]).toEqual([expect.stringMatching(/^key:[0-9a-f]{24}$/), true, false]);
    expect(one).not.toContain('rk_test');
  } finally {
    strict.close();
  }
});

describe('an account at Stripe', () => {
  test('is ready only when Stripe pays out to it, and has what Stripe needs otherwise', async () => {
    const ref = await newAccount();
    expect(await provider.readAccount(ref)).toMatchObject({ uid: 7, state: 'incomplete', last4: '' });
    const states = { more: 'restricted', slow: 'checking', ready: 'ready', rejected: 'declined' } as const;
    for (const [outcome, state] of Object.entries(states)) {
      await stripe.fake.end(ref, outcome as keyof typeof states);
      expect(await provider.readAccount(ref)).toMatchObject({ state, last4: '6789' });
    }
    await stripe.fake.end(ref, 'more');
    expect(await provider.readAccount(ref)).toMatchObject({
      problem: 'requirements.past_due, individual.verification.document',
    });
    await stripe.fake.disconnect(ref);
    expect(await provider.readAccount(ref)).toBeUndefined();
    expect(await provider.readAccount('acct_unknown')).toBeUndefined();
  });

  test('is created once for a key, and refused in a country that Stripe does not serve', async () => {
    const facts = { uid: 8, country: 'DE' };
    expect(await provider.createAccount(facts, 'once')).toEqual(await provider.createAccount(facts, 'once'));
    expect(await provider.createAccount({ uid: 8, country: 'KP' }, 'other')).toMatchObject({ ok: false });
  });
});

describe('a transfer at Stripe', () => {
  test('is made once for a key when its answer is lost, is found by its payout, and is reversed once', async () => {
    const destination = await newAccount();
    await stripe.fake.end(destination, 'ready');
    const facts = { payoutId: 'p1', destination, money: MONEY };
    stripe.fake.lost = LOST_BY_SDK;
    await expect(provider.transfer(facts, 'p1')).rejects.toThrow();
    const repeated = await provider.transfer(facts, 'p1');
    const found = await provider.findTransfers('p1');
    expect(found).toMatchObject([
      { payoutId: 'p1', destination, amountMinor: 1_000, currency: 'USD', reversedMinor: 0 },
    ]);
    expect(repeated).toEqual({ ok: true, value: found[0] });
    const ref = found[0]?.ref ?? '';
    for (const key of ['r1', 'r1']) expect(await provider.reverse(ref, key)).toMatchObject({ ok: true });
    expect(await provider.readTransfer(ref)).toMatchObject({ reversedMinor: 1_000 });
    expect(await provider.findTransfers('p2')).toEqual([]);
  });

  test('is refused because of the account or of the balance, and has no outcome after a failure of Stripe', async () => {
    const destination = await newAccount();
    const facts = { payoutId: 'p3', destination, money: MONEY };
    expect(await provider.transfer(facts, 'a')).toMatchObject({ ok: false, error: { cause: 'account' } });
    await stripe.fake.end(destination, 'ready');
    stripe.fake.balance = 999;
    const poor = { ok: false, error: { code: 'balance_insufficient', cause: 'other' } };
    expect(await provider.transfer(facts, 'b')).toEqual(poor);
    stripe.fake.balance = 1_000;
    // Stripe repeats its answer to a key.
    expect(await provider.transfer(facts, 'b')).toEqual(poor);
    stripe.fake.failing = 1;
    await expect(provider.transfer(facts, 'c')).rejects.toThrow();
    expect(await provider.transfer(facts, 'c')).toMatchObject({ ok: true });
  });
});

describe('a webhook of Stripe Connect', () => {
  const now = Date.now();
  const verify = (body: string, secret: string, at = now, sent = body) =>
    provider.verifyWebhook(Buffer.from(sent), { 'stripe-signature': sign(secret, body, at) }, now);
  const event = (object: object, account?: string) => JSON.stringify({ id: 'evt_1', account, data: { object } });

  test('is refused when it is forged, changed or too old', () => {
    const body = event({ id: 'acct_1', object: 'account' });
    expect(verify(body, 'whsec_other')).toEqual({ ok: false, error: 'forged' });
    expect(verify(body, stripe.secret, now, `${body} `)).toEqual({ ok: false, error: 'forged' });
    expect(verify(body, stripe.secret, now - 20 * 60_000)).toEqual({ ok: false, error: 'stale' });
    expect(provider.verifyWebhook(Buffer.from(body), {}, now)).toEqual({ ok: false, error: 'forged' });
  });

  test.each([
    [{ id: 'acct_1', object: 'account' }, undefined, { kind: 'account', ref: 'acct_1' }],
    [{ id: 'po_1', object: 'payout' }, 'acct_2', { kind: 'account', ref: 'acct_2' }],
    [{ id: 'ca_1', object: 'application' }, 'acct_2', { kind: 'account', ref: 'acct_2' }],
    [
      { id: 'tr_1', object: 'transfer', metadata: { payout: 'p1' } },
      undefined,
      { kind: 'transfer', ref: 'tr_1', payoutId: 'p1' },
    ],
    [{ id: 'po_1', object: 'payout' }, undefined, { kind: 'other' }],
  ])('names the object %j of the account %s as %j, signed by either secret', (object, account, value) => {
    for (const secret of ['whsec_platform', stripe.secret]) {
      expect(verify(event(object, account), secret)).toEqual({ ok: true, value });
    }
  });
});
