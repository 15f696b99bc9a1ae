import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { endpoints } from '../../contract/endpoints.ts';
import { startApi, type TestApi } from '../harness/api.ts';

const BRAND = 'https://brand.example';
let api: TestApi;
beforeAll(async () => {
  api = await startApi(inject('postgresUrl'), {
    ALLOWED_HOSTS: 'gem.example, Other.Example',
    ALLOWED_ORIGINS: BRAND,
    DEMO: 'off',
  });
});
afterAll(() => api?.close());

test('a call from a page of another origin is refused, and one of the own origin is not', async () => {
  const from = (origin: string) => api.call('websiteConfig', {}, { headers: { origin, host: 'gem.example:4600' } });
  expect(await from('http://gem.example:4600')).toMatchObject({ status: 200 });
  expect(await from('http://evil.example')).toMatchObject({ status: 403, result: 403 });
  expect(await from('http://gem.example')).toMatchObject({ status: 403 });
  expect(await from('null')).toMatchObject({ status: 403 });
});

describe('the Host header of a request', () => {
  const by = async (host: string, url = '/healthz') => (await api.app.inject({ url, headers: { host } })).statusCode;

  test.each([
    'localhost:4600',
    'gem.localhost',
    '127.0.0.1',
    '127.0.0.1:4600',
    '[::1]:4600',
    '192.168.0.7',
    'LOCALHOST.',
  ])('%s is accepted as this machine or an address that no host name can resolve to', async (host) =>
    expect(await by(host)).toBe(200),
  );

  test.each(['gem.example', 'GEM.example:443', 'other.example'])('%s is accepted as a configured host', async (host) =>
    expect(await by(host)).toBe(200),
  );

  test.each([
    'evil.example',
    'localhost.evil.example',
    'notlocalhost',
    'gem.example.evil',
    '127.0.0.1.evil.example',
    'a b',
  ])('%j is refused on every route as a foreign host name', async (host) => {
    for (const url of ['/healthz', '/', '/message', '/media/x', '/nothing']) expect(await by(host, url), url).toBe(421);
    const call = await api.call('websiteConfig', {}, { headers: { host, origin: `http://${host}` } });
    expect(call).toMatchObject({ status: 421, result: 421 });
  });
});

describe('an allowed origin on another host', () => {
  const ASKS = 'authorization,content-type,idempotency-key,x-request-id,x-token';
  const ask = (url: string, origin: string) =>
    api.app.inject({
      method: 'OPTIONS',
      url,
      headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': ASKS },
    });
  const paths = [endpoints.login.path, '/upload', '/preflight', `/media/${'0'.repeat(32)}`];

  test.each(paths)('an allowed origin may call %s with the headers of the app', async (path) => {
    const { statusCode, headers } = await ask(path, BRAND);
    expect([statusCode, headers['access-control-allow-origin'], headers['vary']]).toEqual([204, BRAND, 'Origin']);
    const allowed = String(headers['access-control-allow-headers']).toLowerCase().split(', ');
    expect(allowed).toEqual(expect.arrayContaining(ASKS.split(',')));
    expect(headers['access-control-allow-methods']).toBe('GET, POST');
    expect(Number(headers['access-control-max-age'])).toBeGreaterThanOrEqual(3_600);
  });

  test('an allowed origin can read answers and refusals', async () => {
    const answer = await api.call('account', { action: 1 }, { headers: { origin: BRAND } });
    expect(answer.status).toBe(401);
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': BRAND,
      'access-control-expose-headers': 'Date, Retry-After',
      // The logout is sent with credentials, so that its `Clear-Site-Data` applies (worker/api).
      'access-control-allow-credentials': 'true',
      vary: 'Origin',
    });
    const missing = await api.app.inject({ url: paths[3] ?? '', headers: { origin: BRAND } });
    expect(missing.headers).toMatchObject({
      'access-control-allow-origin': BRAND,
      'cross-origin-resource-policy': 'cross-origin',
    });
  });

  test.each([
    'https://evil.example',
    'https://brand.example.evil',
    'http://brand.example',
    'https://brand.example:444',
    'null',
  ])('an origin that is not allowed, %s, gets no CORS headers', async (origin) => {
    for (const path of paths) {
      const { statusCode, headers } = await ask(path, origin);
      expect([statusCode, headers['access-control-allow-origin']], path).toEqual([403, undefined]);
    }
    const answer = await api.call('websiteConfig', {}, { headers: { origin } });
    expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([403, undefined]);
  });

  test('no answer is readable across origins when no origin is allowed', async () => {
    const alone = await startApi(inject('postgresUrl'), { DEMO: 'off' });
    const { statusCode, headers } = await alone.app.inject({
      method: 'OPTIONS',
      url: paths[0] ?? '',
      headers: { origin: BRAND },
    });
    expect([statusCode, headers['access-control-allow-origin']]).toEqual([404, undefined]);
    const picture = await alone.app.inject(paths[3] ?? '');
    expect(picture.headers['cross-origin-resource-policy']).toBe('same-origin');
    await alone.close();
  });
});

test('a logout clears the browser cache, whether the token was valid or not', async () => {
  const user = await api.guest();
  for (const status of [200, 401]) {
    const { headers, ...answer } = await api.call('logout', {}, { user });
    expect([answer.status, headers['clear-site-data']]).toEqual([status, '"cache"']);
  }
  const { headers } = await api.call('account', { action: 1 }, { user: await api.guest() });
  expect(headers['clear-site-data']).toBeUndefined();
});
