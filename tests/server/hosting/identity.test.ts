import { nanoid } from 'nanoid';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { sign } from '../../../demo/gateway/webhooks.ts';
import { approveApplications } from '../../../demo/operator.ts';
import { readConfig } from '../../../server/config.ts';
import { isSameName, markDue, syncIdentity } from '../../../server/domains/hosting/identity/identity.ts';
import { identityProviderOf } from '../../../server/domains/hosting/identity/provider.ts';
import { serverClock } from '../../../server/platform/clock.ts';
import { createLog } from '../../../server/platform/log/log.ts';
import { startApi, type TestApi, type User } from '../../harness/api.ts';
import { type SentWebhook, startIdentityProvider } from '../../harness/identity.ts';
import { ACT_CONFIG, operate } from '../../harness/operate.ts';

let provider: Awaited<ReturnType<typeof startIdentityProvider>>;
let api: TestApi;
beforeAll(async () => {
  provider = await startIdentityProvider();
  api = await startApi(inject('postgresUrl'), provider.env);
});
afterAll(async () => {
  await api?.close();
  await provider?.close();
});

let ann: User;
beforeEach(async () => {
  ann = await applicant();
});

async function applicant(): Promise<User> {
  const user = await api.guest(`of-${nanoid()}`);
  await api.pool.query(`update account set birth_date = '1990-01-01' where uid = $1`, [user.id]);
  await api.pool.query(
    `update profile set avatar_url = '/media/a', about = 'Maps, mountains and coffee.', country = 'DE', lang = 'de' where uid = $1`,
    [user.id],
  );
  return user;
}

const ADULT = { first_name: 'ANNA MARIA', last_name: 'MÜLLER', dob: { day: 3, month: 4, year: 1990 } };
const start = (user = ann, name = 'Anna Müller', operation = nanoid()) =>
  api.call('startIdentity', { name }, { user, operation });
const identityOf = async (user = ann) => (await api.call('hosting', {}, { user })).data.identity;
const apply = (user = ann) => api.call('applyAsHost', { rulesVersion: 1 }, { user });
const config = () => ({ ...ACT_CONFIG, identity: { url: '', key: '', secret: '' } });
const accept = (user = ann) => operate(api.db, ['host', 'accept', `${user.id}`], { config: config() });
const stored = async (user = ann) =>
  (await api.pool.query('select * from host_identity where uid = $1', [user.id])).rows[0];
const refOf = async (user = ann): Promise<string> => (await stored(user)).ref;
const deliver = ({ body, signature }: SentWebhook) =>
  api.app.inject({
    method: 'POST',
    url: '/webhook/identity',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    payload: body,
  });
async function end(
  outcome: 'verified' | 'slow' | 'document' | 'selfie',
  person = ADULT,
  user = ann,
): Promise<SentWebhook> {
  await provider.end(await refOf(user), outcome, person);
  const webhook = provider.sent.at(-1);
  if (!webhook) throw new Error('no webhook was sent');
  return webhook;
}
const runJob = () =>
  api.parts.all
    .flatMap(({ jobs }) => jobs ?? [])
    .find(({ name }) => name === 'identities')
    ?.run(new AbortController().signal);
const becomes = (state: string, user = ann) =>
  vi.waitFor(async () => expect((await identityOf(user))?.state).toBe(state), { timeout: 10_000 });

describe('an application with identity checks', () => {
  test('is refused before the check, and accepted only when the identity is verified', async () => {
    expect(await identityOf()).toEqual({ state: 'none', problem: '' });
    expect((await apply()).status).toBe(409);
    const started = await start();
    expect(started.data.url).toMatch(/^https:\/\/identity\.example\/identity\//);
    expect((await apply()).status).toBe(409);
    await deliver(await end('slow'));
    await becomes('processing');
    expect((await apply()).data.state).toBe('submitted');
    await expect(accept()).rejects.toThrow(`the identity of ${ann.id} is not verified`);
    await approveApplications(api.db, true, 0);
    expect((await api.call('hosting', {}, { user: ann })).data.state).toBe('submitted');
    await api.pool.query(`update host_identity set state = 'verified' where uid = $1`, [ann.id]);
    expect(await operate(api.db, ['host', 'show', `${ann.id}`], { config: config() })).toContain('identity: verified');
    await accept();
    expect((await api.call('hosting', {}, { user: ann })).data.state).toBe('accepted');
  });

  test('stores the outcome and no name or birth date when the identity is verified', async () => {
    await start();
    const { sealed_name: sealed } = await stored();
    expect(sealed).not.toBe('');
    expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('Anna');
    await deliver(await end('verified'));
    await becomes('verified');
    const row = await stored();
    expect(row).toMatchObject({ name_matches: true, problem: '', sealed_name: '' });
    expect(JSON.stringify(row)).not.toMatch(/anna|1990/i);
    expect((await start()).status).toBe(409);
  });

  test('waits for an operator when the document has another name', async () => {
    await start(ann, 'Berta Schmidt');
    await deliver(await end('verified'));
    await becomes('review');
    expect(await stored()).toMatchObject({ name_matches: false, problem: 'name' });
    await apply();
    await expect(accept()).rejects.toThrow('is not verified');
    await operate(api.db, ['host', 'identity', `${ann.id}`, 'verified'], { reason: 'married name' });
    expect(await identityOf()).toEqual({ state: 'verified', problem: '' });
    await accept();
    await expect(operate(api.db, ['host', 'identity', `${ann.id}`, 'declined'])).rejects.toThrow('needs a review');
  });

  test('is declined for good when the document is of a person below 18', async () => {
    const year = new Date().getUTCFullYear() - 18;
    await start();
    await deliver(await end('verified', { ...ADULT, dob: { day: 31, month: 12, year } }));
    await becomes('declined');
    expect(await identityOf()).toEqual({ state: 'declined', problem: 'age' });
    expect((await start()).status).toBe(409);
    expect((await apply()).status).toBe(409);
  });

  test('can be continued after an unreadable document, and started again after a cancelled session', async () => {
    const { url } = (await start()).data;
    await deliver(await end('document'));
    await becomes('declined');
    expect(await identityOf()).toEqual({ state: 'declined', problem: 'document' });
    expect((await start()).data.url).toBe(url);
    expect((await identityOf())?.state).toBe('started');
    const ref = await refOf();
    await provider.cancel(ref);
    expect((await start()).data.url).not.toBe(url);
    expect(await refOf()).not.toBe(ref);
  });

  test('has one session when its start is repeated with the same operation', async () => {
    const operation = nanoid();
    const before = provider.sessions.size;
    const both = await Promise.all([start(ann, 'Anna Müller', operation), start(ann, 'Anna Müller', operation)]);
    expect(new Set(both.map(({ data }) => data.url)).size).toBe(1);
    expect(provider.sessions.size).toBe(before + 1);
  });
});

describe('a webhook of the identity provider', () => {
  test('is refused when it is forged, changed or too old', async () => {
    await start();
    const { body, signature } = await end('verified');
    const old = Date.now() - 20 * 60_000;
    const wrong: SentWebhook[] = [
      { body, signature: sign('whsec_other', body, Date.now()) },
      { body: `${body} `, signature },
      { body, signature: sign(provider.secret, body, old) },
      { body, signature: '' },
    ];
    for (const one of wrong) expect((await deliver(one)).statusCode).toBe(400);
    expect(await stored()).toMatchObject({ state: 'started' });
    expect((await stored()).asked_at.getTime()).toBeGreaterThan(0);
  });

  test('changes nothing by its own words: the state is what the provider answers', async () => {
    await start();
    const ref = await refOf();
    const body = JSON.stringify({
      id: 'evt_1',
      data: { object: { id: ref, object: 'identity.verification_session', status: 'verified' } },
    });
    expect((await deliver({ body, signature: sign(provider.secret, body, Date.now()) })).statusCode).toBe(200);
    // Another event is asked about after this one.
    await deliver(await end('selfie'));
    await becomes('declined');
  });

  test('changes nothing when it is repeated or late after the outcome', async () => {
    await start();
    const failed = await end('document');
    const verified = await end('verified');
    await deliver(verified);
    await becomes('verified');
    const before = await stored();
    for (const one of [failed, verified]) expect((await deliver(one)).statusCode).toBe(200);
    expect(await stored()).toEqual(before);
  });

  test('changes nothing when an operator decided before the answer of the provider arrived', async () => {
    await start(ann, 'Berta Schmidt');
    await deliver(await end('verified'));
    await becomes('review');
    await operate(api.db, ['host', 'identity', `${ann.id}`, 'declined'], { reason: 'another person' });
    const client = identityProviderOf(readConfig({ DATABASE_URL: 'postgres://localhost/none', ...provider.env }));
    if (!client) throw new Error('identities are not checked');
    const deps = { provider: client, key: Buffer.alloc(32), db: api.db, clock: serverClock, log: createLog('silent') };
    await syncIdentity(deps, await refOf());
    expect(await identityOf()).toEqual({ state: 'declined', problem: 'operator' });
  });

  test('changes no account when the session names another one, was replaced, or belongs to none', async () => {
    const bob = await applicant();
    await start();
    await start(bob, 'Bob Meyer');
    const [hers, his] = [await refOf(), await refOf(bob)];
    await api.pool.query('update host_identity set ref = $2 where uid = $1', [bob.id, 'vs_parked']);
    await api.pool.query('update host_identity set ref = $2 where uid = $1', [ann.id, his]);
    await provider.end(his, 'verified', ADULT);
    await deliver(provider.sent.at(-1) as SentWebhook);
    await vi.waitFor(() => expect(api.logged.join()).toContain('identity session names another account'));
    expect((await stored()).state).toBe('started');
    await provider.end(hers, 'verified', ADULT);
    expect((await deliver(provider.sent.at(-1) as SentWebhook)).statusCode).toBe(200);
    expect([(await stored()).state, (await stored(bob)).state]).toEqual(['started', 'started']);
  });

  test('that was lost is made up for by the job that asks the provider', async () => {
    await start();
    await end('verified');
    await api.pool.query(`update host_identity set asked_at = now() - interval '11 minutes' where uid = $1`, [ann.id]);
    await runJob();
    expect(await identityOf()).toEqual({ state: 'verified', problem: '' });
  });

  test('is made up for by the job when the process ends before it asks about a declined check', async () => {
    await start();
    await deliver(await end('document'));
    await becomes('declined');
    // The applicant continues on the provider's page, and the webhook marks the check, as it does before the process asks.
    await end('verified');
    expect(await markDue(api.db, await refOf())).toBe(true);
    await runJob();
    expect(await identityOf()).toEqual({ state: 'verified', problem: '' });
  });
});

test('identities are not checked without IDENTITY_URL, which needs its key and secret', async () => {
  const plain = await startApi(inject('postgresUrl'));
  try {
    const user = await plain.guest();
    await plain.pool.query(`update account set birth_date = '1990-01-01' where uid = $1`, [user.id]);
    expect((await plain.call('hosting', {}, { user })).data.identity).toBeNull();
    expect((await plain.call('startIdentity', { name: 'Anna Müller' }, { user, operation: nanoid() })).status).toBe(
      403,
    );
    expect((await plain.app.inject({ method: 'POST', url: '/webhook/identity', payload: {} })).statusCode).toBe(404);
  } finally {
    await plain.close();
  }
  const env = { DATABASE_URL: 'postgres://localhost/none', IDENTITY_URL: 'https://api.stripe.com' };
  expect(() => readConfig(env)).toThrow('IDENTITY_URL needs IDENTITY_KEY and IDENTITY_SECRET');
});

test.each([
  ['Anna Müller', 'ANNA MARIA MULLER', true],
  ['müller anna', 'Anna Maria Müller', true],
  ['Anna', 'Anna Müller', false],
  ['Anna Schmidt', 'Anna Müller', false],
  ['Suharto', 'Suharto', true],
  ['', 'Anna Müller', false],
  ['Müller', '', false],
  ['李 小龙', '小龙 李', true],
])('the stated name %j compared with %j of a document gives %j', (stated, document, isSame) => {
  expect(isSameName(stated, document)).toBe(isSame);
});
