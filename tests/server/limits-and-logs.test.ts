import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { CONSENTS_PER_MINUTE } from '../../contract/analytics/rules.ts';
import { REQUESTS_PER_MINUTE } from '../../contract/api/rules.ts';
import { RELAY_TESTS_PER_MINUTE } from '../../contract/calls/rules.ts';
import { endpoints } from '../../contract/endpoints.ts';
import { TRANSLATIONS_PER_MINUTE } from '../../contract/translate/rules.ts';
import { createLog } from '../../server/platform/log/log.ts';
import { newOpenId, startApi, type TestApi, type User } from '../harness/api.ts';

let api: TestApi | undefined;
// Fake dates keep all calls of a test within the same minute on a slow machine.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(async () => {
  vi.useRealTimers();
  await api?.close();
  api = undefined;
});

describe('login limits', () => {
  const start = async () => {
    api = await startApi(inject('postgresUrl'), { RATE_LIMITS: 'on', TRUST_PROXY: 'loopback' });
    return api;
  };
  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });

  test('an address gets 5 logins a minute over all accounts, those by passkeys included', async () => {
    const { call } = await start();
    const login = () => call('login', { openId: newOpenId(), channel: 'guest' }, from('192.0.2.1'));
    for (let attempt = 0; attempt < 5; attempt += 1) expect((await login()).status).toBe(200);
    const refused = await login();
    expect(refused).toMatchObject({ status: 429, result: 429 });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
    expect((await call('login', { openId: newOpenId(), channel: 'guest' }, from('192.0.2.2'))).status).toBe(200);
    const byPasskey = (address: string) => call('passkeyLogin', { assertion: '{}' }, from(address));
    expect((await byPasskey('192.0.2.1')).status).toBe(429);
    expect((await byPasskey('192.0.2.2')).status).toBe(403);
    // Other calls of that address are not limited by it.
    expect((await call('websiteConfig', {}, from('192.0.2.1'))).status).toBe(200);
  });

  test.each([
    ['an address has one login limit for all its ports', (n: number) => `192.0.2.3:${40_000 + n}`],
    ['a forwarded text that is not an address has no limit of its own', (n: number) => `unknown-${n}`],
  ])('%s', async (_what, addressOf) => {
    const { call } = await start();
    const login = (n: number) => call('login', { openId: newOpenId(), channel: 'guest' }, from(addressOf(n)));
    for (let attempt = 0; attempt < 5; attempt += 1) expect((await login(attempt)).status).toBe(200);
    expect((await login(6)).status).toBe(429);
  });

  const guess = (
    attempt: number,
    address: string,
    { uid = 100001, passwd = `guess ${attempt}`, device = 'stranger' } = {},
  ) => {
    if (!api) throw new Error('nothing runs');
    return api.call('userPwdLogin', { uid, passwd }, { ...from(address), device });
  };
  const statuses = (answers: readonly { status: number }[]) => new Set(answers.map(({ status }) => status));
  const times = <T>(count: number, act: (n: number) => Promise<T>) =>
    Promise.all(Array.from({ length: count }, (_, n) => act(n)));
  const own = { passwd: 'gemcall' };

  test('the owner signs in from a known device or another address while one address sends 50 wrong passwords a minute', async () => {
    await start();
    expect((await guess(0, '203.0.113.9', { ...own, device: 'known' })).status).toBe(200);
    const attacked = await times(50, (n) => guess(n, '198.51.100.1'));
    expect(attacked.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(attacked.filter(({ status }) => status === 429)).toHaveLength(45);
    // A new device from an unused address, and a known device from the attacker's address.
    expect((await guess(0, '203.0.113.8', { ...own, device: 'new' })).status).toBe(200);
    expect((await guess(0, '198.51.100.1', { ...own, device: 'known' })).status).toBe(200);
    expect((await guess(0, '198.51.100.1', { ...own, device: 'made-up' })).status).toBe(429);
  });

  test('an account gets 30 wrong passwords a minute over all addresses, and known devices have their own limit', async () => {
    await start();
    expect((await guess(0, '203.0.113.9', { ...own, device: 'known' })).status).toBe(200);
    const wrong = await times(30, (n) => guess(n, `198.51.100.${n}`));
    expect(statuses(wrong)).toEqual(new Set([401]));
    expect((await guess(30, '198.51.100.30')).status).toBe(429);
    // Even the right password is refused, because otherwise guessing could continue.
    expect((await guess(0, '198.51.100.31', own)).status).toBe(429);
    expect((await guess(0, '203.0.113.9', { ...own, device: 'known' })).status).toBe(200);
    expect((await guess(0, '198.51.100.32', { uid: 9001 })).status).toBe(401);
    // A known device has the same number of guesses as any other client.
    const guessed = await times(6, (n) => guess(n, `192.0.2.${n}`, { device: 'known' }));
    expect(guessed.filter(({ status }) => status === 429)).toHaveLength(1);
  });

  test('a right password never counts against the account', async () => {
    await start();
    const right = [];
    for (let round = 0; round < 4; round += 1) {
      const of = (n: number) => guess(n, `198.51.100.${round * 10 + n}`, { ...own, device: `device-${round}-${n}` });
      right.push(...(await times(10, of)));
    }
    expect(statuses(right)).toEqual(new Set([200]));
  });

  test('a session that uses up its password changes leaves the other sessions theirs', async () => {
    const { call } = await start();
    const [thief, owner] = [await guess(0, '192.0.2.1', own), await guess(0, '192.0.2.2', { ...own, device: 'own' })];
    const change = (user: User) => call('setPassword', { passwd: 'short', proof: {}, endOthers: false }, { user });
    const used = await times(6, () => change(thief.data.userInfo));
    expect(used.filter(({ status }) => status === 429)).toHaveLength(1);
    expect((await change(owner.data.userInfo)).status).toBe(422);
  });
});

test('an address leaves a limited number of consent proofs a minute over all devices and ports', async () => {
  api = await startApi(inject('postgresUrl'), { RATE_LIMITS: 'on', TRUST_PROXY: 'loopback' });
  const { call, pool } = api;
  const give = (nth: number, address: string) =>
    call(
      'consent',
      {
        id: String(nth).padEnd(21, '-'),
        version: 1,
        textHash: 'a'.repeat(64),
        measurement: true,
        attribution: false,
        how: 'banner',
        language: 'de',
        build: 7,
        at: Date.now(),
      },
      { headers: { 'x-forwarded-for': address } },
    );
  const answers = await Promise.all(
    Array.from({ length: CONSENTS_PER_MINUTE + 5 }, (_, nth) => give(nth, `192.0.2.7:${40_000 + nth}`)),
  );
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
  expect((await give(99, '192.0.2.8')).status).toBe(200);
  const { rows } = await pool.query('select count(*)::int as kept from consent_proof');
  expect(rows).toEqual([{ kept: CONSENTS_PER_MINUTE + 1 }]);
});

test('an address has a limit for calls without a token, and accounts are limited separately', async () => {
  api = await startApi(inject('postgresUrl'), { RATE_LIMITS: 'on' });
  const { call } = api;
  const [user, other] = [await api.guest(), await api.guest()];
  let refused = 0;
  for (let asked = 0; asked < REQUESTS_PER_MINUTE + 10; asked += 30) {
    const answers = await Promise.all(Array.from({ length: 30 }, () => call('maintenanceStatus', {}, {})));
    refused += answers.filter(({ status }) => status === 429).length;
  }
  expect(refused).toBeGreaterThan(0);
  for (const who of [user, other]) expect((await call('account', { action: 1 }, { user: who })).status).toBe(200);
});

test('an account has a limit per minute for relay tests and for translations', async () => {
  api = await startApi(inject('postgresUrl'), { RATE_LIMITS: 'on' });
  const user = await api.guest();
  const [ask, other] = [user, await api.guest()].map((who) => () => api?.call('relayServers', {}, { user: who }));
  for (let count = 0; count < RELAY_TESTS_PER_MINUTE; count += 1) expect((await ask?.())?.status).toBe(200);
  expect((await ask?.())?.status).toBe(429);
  expect((await other?.())?.status).toBe(200);

  await api.parts.all.find(({ name }) => name === 'translate')?.prepare?.();
  const words = {
    targetLang: 'de',
    sourceText: ['Same here, honestly.', 'no line of theirs'],
  };
  const translate = (who?: User) => api?.call('translate', words, who && { user: who });
  const [first, ...rest] = await Promise.all(
    Array.from({ length: TRANSLATIONS_PER_MINUTE + 1 }, () => translate(user)),
  );
  expect(first?.data).toEqual({
    translatedText: [expect.stringContaining('Geht mir ehrlich'), 'no line of theirs'],
    by: ['phrasebook', 'original'],
  });
  expect(rest.filter((answer) => answer?.status === 429)).toHaveLength(1);
  expect((await translate())?.status).toBe(401);
});

describe('upload of the speed test', () => {
  const send = (size: number, headers: Record<string, string> = {}) =>
    api?.app.inject({
      method: 'POST',
      url: '/preflight',
      headers: { 'content-type': 'application/octet-stream', 'x-forwarded-for': '192.0.2.7', ...headers },
      payload: Buffer.alloc(size),
    });

  test('an upload of the speed test is accepted up to 256 KiB, and never from a foreign origin', async () => {
    api = await startApi(inject('postgresUrl'));
    expect((await send(262_144))?.statusCode).toBe(204);
    expect((await send(262_145))?.statusCode).toBe(413);
    expect((await send(10, { origin: 'https://elsewhere.example' }))?.statusCode).toBe(403);
    expect((await send(10, { 'content-type': 'text/plain' }))?.statusCode).toBe(415);
  });

  test('an upload of the speed test is refused after 120 times a minute from one address', async () => {
    api = await startApi(inject('postgresUrl'), { RATE_LIMITS: 'on', TRUST_PROXY: 'loopback' });
    for (let time = 0; time < 120; time += 1) expect((await send(1))?.statusCode).toBe(204);
    const refused = await send(1);
    expect(refused?.statusCode).toBe(429);
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
    expect((await send(1, { 'x-forwarded-for': '192.0.2.8' }))?.statusCode).toBe(204);
  });
});

describe('logs', () => {
  test('logs have one line per request and never a secret', async () => {
    api = await startApi(inject('postgresUrl'));
    const openId = newOpenId();
    const { data } = await api.call(
      'login',
      { openId, channel: 'guest' },
      { headers: { 'x-request-id': 'request-one' } },
    );
    const user = data.userInfo;
    await api.call('userPwdLogin', { uid: 100001, passwd: 'a-secret-password' });
    await api.call('login', { openId: '', channel: 'google', credential: 'a.secret.credential' });
    await api.call('updateProfile', { about: 'a-private-text' }, { user, operation: 'operation-1' });
    await api.app.inject(`/message?token=${user.vcToken}`);
    await api.pool.query('drop table profile');
    const failed = await api.call('updateProfile', { about: 'a-private-text' }, { user });
    expect(failed).toMatchObject({ status: 500, result: 500, msg: 'the backend request error' });

    const logged = api.logged.join('');
    const secrets = [openId, user.vcToken, 'a-secret-password', 'secret.credential', 'a-private-text'];
    for (const secret of secrets) expect(logged).not.toContain(secret);
    const lines = api.logged.map((line) => JSON.parse(line));
    expect(lines).toContainEqual(
      expect.objectContaining({
        requestId: 'request-one',
        method: 'POST',
        path: endpoints.login.path,
        status: 200,
        uid: 0,
        msg: 'request',
      }),
    );
    expect(lines).toContainEqual(
      expect.objectContaining({ path: endpoints.updateProfile.path, status: 500, uid: user.id }),
    );
    // The log still has the cause: PostgreSQL's code for a missing table.
    expect(logged).toContain('42P01');
  });

  test('logs contain no content of a request, an answer or the message of an error', () => {
    const lines: string[] = [];
    const log = createLog('info', { write: (line) => void lines.push(line) });
    log.info({ req: { headers: { authorization: 'secret' } }, res: { body: 'secret' } }, 'request');
    log.error({ err: new Error('secret', { cause: new Error('secret') }) }, 'failed');
    expect(lines.join('')).not.toContain('secret');
    expect(lines).toHaveLength(2);
  });
});
