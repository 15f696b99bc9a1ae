import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { startApi, type TestApi } from '../harness/api.ts';

const HTML = '<!doctype html><title>gemcall</title>';
let api: TestApi;
let dist: string;

beforeAll(async () => {
  dist = mkdtempSync(join(tmpdir(), 'gemcall-site-'));
  mkdirSync(join(dist, 'assets'));
  writeFileSync(join(dist, 'index.html'), HTML);
  mkdirSync(join(dist, 'prerendered'));
  for (const language of ['en', 'de', 'es', 'zh'])
    for (const page of ['landing', 'login', 'login.google', 'password', 'password.recovery.demo', 'download'])
      writeFileSync(join(dist, 'prerendered', `${page}.${language}.html`), `${page} ${language}`);
  writeFileSync(join(dist, 'sw.js'), 'self.x = 1;');
  writeFileSync(join(dist, 'manifest.webmanifest'), '{}');
  writeFileSync(join(dist, '.secret'), 'hidden');
  writeFileSync(join(dist, '.build.json'), JSON.stringify({ brand: 'gemcall', connect: [] }));
  writeFileSync(join(dist, 'assets', 'shared-abc123.js'), 'self.y = 1;');
  writeFileSync(join(dist, 'assets', 'camera-worker-abc123.js'), 'self.z = 1;');
  writeFileSync(join(dist, 'assets', 'camera-worker-abc123.js.br'), brotliCompressSync('self.z = 1;'));
  writeFileSync(join(dist, 'assets', '.hidden.js'), 'hidden');
  writeFileSync(join(dist, 'assets', 'shared-abc123.js.br'), brotliCompressSync('self.y = 1;'));
  api = await startApi(inject('postgresUrl'), { DIST_DIR: dist, DEMO: 'off' });
});
afterAll(async () => {
  await api?.close();
  rmSync(dist, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) => api.app.inject({ url, headers });
const screen = { accept: 'text/html,application/xhtml+xml' };

const EXPECTED = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
};

test('a share without a service worker redirects to the app, and its content is not read', async () => {
  const form = { 'content-type': 'multipart/form-data; boundary=x' };
  for (const headers of [form, { 'content-type': 'text/plain' }, {}, { ...form, origin: 'https://evil.test' }]) {
    const answer = await api.app.inject({ method: 'POST', url: '/share', headers, payload: 'x'.repeat(100_000) });
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/message?share=refused']);
  }
});

describe('security headers', () => {
  test.each([
    ['a page', '/'],
    ['a deep link', '/message'],
    ['the service worker', '/sw.js'],
    ['a worker script', '/assets/shared-abc123.js'],
    ['the manifest', '/manifest.webmanifest'],
    ['a missing file', '/assets/missing.js'],
    ['a missing API path', '/api/nothing'],
    ['the wrong method', '/api/login_service/login'],
    ['an address that does not decode', '/%zz'],
    ['the health check', '/healthz'],
  ])('the security headers are on %s', async (_title, url) => {
    const { headers } = await get(url, screen);
    expect(headers).toMatchObject(EXPECTED);
    const policy = String(headers['content-security-policy']);
    for (const part of [
      "default-src 'none'",
      "script-src 'self';",
      "connect-src 'self';",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "require-trusted-types-for 'script'",
      'trusted-types gemcall-worker',
    ]) {
      expect(policy).toContain(part);
    }
    expect(policy).not.toMatch(/unsafe|\*/);
    expect(headers['permissions-policy']).toContain('camera=(self)');
    expect(headers['strict-transport-security']).toBeUndefined();
  });

  test('only the worker that blurs backgrounds may compile WebAssembly, and it reaches no other origin', async () => {
    for (const encoding of ['identity', 'br']) {
      const { headers } = await get('/assets/camera-worker-abc123.js', { 'accept-encoding': encoding });
      expect(headers).toMatchObject(EXPECTED);
      expect(headers['content-security-policy']).toBe(
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'",
      );
    }
  });

  test('the security headers are on API answers, which are not cached', async () => {
    const { headers } = await api.call('websiteConfig', {});
    expect(headers).toMatchObject({ ...EXPECTED, 'cache-control': 'no-store' });
  });

  test('the security headers are on the answer to bytes that are not HTTP', async () => {
    await api.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = api.app.server.address() as AddressInfo;
    const answer = await new Promise<string>((done) => {
      let text = '';
      const socket = connect(port, '127.0.0.1', () => socket.write('NONSENSE\r\n\r\n'));
      socket.on('data', (chunk) => (text += chunk)).on('close', () => done(text));
    });
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain("content-security-policy: default-src 'none'");
  });

  test('the security headers are on the refusal of a request with two hosts or another target', async () => {
    const { port } = api.app.server.address() as AddressInfo;
    const ask = (target: string, ...hosts: string[]) =>
      new Promise<string>((done) => {
        let text = '';
        const names = hosts.map((host) => `host: ${host}\r\n`).join('');
        const socket = connect(port, '127.0.0.1', () =>
          socket.write(`GET ${target} HTTP/1.1\r\n${names}connection: close\r\n\r\n`),
        );
        socket.on('data', (chunk) => (text += chunk)).on('close', () => done(text));
      });
    for (const asked of [
      ask('/healthz', 'localhost', 'evil.example'),
      ask('/healthz', 'localhost', 'localhost'),
      ask('http://evil.example/healthz', 'localhost'),
    ]) {
      const answer = await asked;
      expect(answer).toMatch(/^HTTP\/1\.1 421 /);
      expect(answer).toContain("content-security-policy: default-src 'none'");
    }
    for (const asked of [ask('/healthz', 'localhost'), ask('http://localhost/healthz', 'localhost')])
      expect(await asked).toMatch(/^HTTP\/1\.1 200 /);
  });

  test('the policy allows Google only when it is configured, and HSTS is sent only behind https', async () => {
    const env = { GOOGLE_CLIENT_ID: 'client', TRUST_PROXY: 'loopback', DEMO: 'off' };
    const other = await startApi(inject('postgresUrl'), env);
    const { headers } = await other.app.inject({ url: '/healthz', headers: { 'x-forwarded-proto': 'https' } });
    expect(headers['content-security-policy']).toContain("script-src 'self' https://accounts.google.com/gsi/");
    expect(headers['strict-transport-security']).toContain('max-age=31536000');
    await other.close();
  });
});

describe('the service worker file', () => {
  test('the service worker is the one of the build, and pages may install it', async () => {
    expect((await get('/sw.js')).body).toBe('self.x = 1;');
    expect((await api.call('websiteConfig', {})).data.workerOff).toBe(false);
  });

  test('the service worker with SW_OFF=on empties the caches, unregisters itself and handles no fetches', async () => {
    const other = await startApi(inject('postgresUrl'), { DIST_DIR: dist, DEMO: 'off', SW_OFF: 'on' });
    const { statusCode, headers, body } = await other.app.inject({ url: '/sw.js' });
    expect([statusCode, headers['cache-control']]).toEqual([200, 'no-cache']);
    expect(headers['content-type']).toContain('text/javascript');
    expect(headers).toMatchObject(EXPECTED);
    expect((await other.call('websiteConfig', {})).data.workerOff).toBe(true);
    expect((await other.app.inject({ url: '/assets/shared-abc123.js' })).body).toBe('self.y = 1;');
    await other.close();

    const did: string[] = [];
    const heard = new Map<string, (event: object) => void>();
    const work: Promise<unknown>[] = [];
    runInNewContext(body, {
      self: {
        addEventListener: (type: string, listener: (event: object) => void) => heard.set(type, listener),
        skipWaiting: async () => did.push('takes over'),
        registration: { unregister: async () => did.push('ends') },
      },
      caches: {
        keys: async () => ['precache', 'pictures'],
        delete: async (name: string) => did.push(name),
      },
    });
    expect([...heard.keys()]).toEqual(['install', 'activate']);
    for (const listener of heard.values()) listener({ waitUntil: (some: Promise<unknown>) => work.push(some) });
    await Promise.all(work);
    // The caches are emptied again on activation, because the previous worker may have stored more in between.
    expect(did.toSorted()).toEqual(['ends', 'pictures', 'pictures', 'precache', 'precache', 'takes over']);
  });
});

describe('pages of payments', () => {
  const FRAMED = 'http://localhost:4601';
  const start = (env: Record<string, string> = {}) =>
    startApi(inject('postgresUrl'), { DIST_DIR: dist, GATEWAY_PORT: '4601', GOOGLE_CLIENT_ID: 'client', ...env });
  const headersOf = async (other: TestApi, url: string) => {
    const { headers, body } = await other.app.inject({ url, headers: { ...screen, host: 'localhost:4600' } });
    expect([body, headers['cache-control']]).toEqual([HTML, 'no-cache']);
    expect(headers).toMatchObject(EXPECTED);
    return { csp: String(headers['content-security-policy']), features: String(headers['permissions-policy']) };
  };

  test('pages of payments have their own headers, and the other pages those of the app', async () => {
    const other = await start();
    for (const url of ['/checkoutCards?op=x', '/bindcheckout', '/bindcheckout/']) {
      const { csp, features } = await headersOf(other, url);
      expect(csp, url).toContain(`frame-src ${FRAMED};`);
      expect(csp).not.toContain('google');
      expect(features).toContain(`payment=("${FRAMED}")`);
      expect(features).toMatch(/camera=\(\).*microphone=\(\)/);
    }
    for (const url of ['/upi', '/upiprocess?order=x', '/payresult?order=x&ticket=y']) {
      const { csp, features } = await headersOf(other, url);
      expect(csp, url).toContain("frame-src 'none';");
      expect(csp).not.toContain('google');
      expect(features).toMatch(/camera=\(\).*microphone=\(\).*payment=\(\)/);
    }
    for (const url of ['/goddess', '/message', '/paymenthistory', '/checkoutCards/x', '/message?x=/upi']) {
      const { csp, features } = await headersOf(other, url);
      expect(csp, url).not.toContain(FRAMED);
      expect(csp).toContain('frame-src https://accounts.google.com/gsi/;');
      expect(features).toMatch(/camera=\(self\).*payment=\(\)/);
    }
    await other.close();
  });

  test.each([
    ['the address of the configuration', { GATEWAY_URL: 'https://pay.example' }, 'frame-src https://pay.example;'],
    ['no site when payments are off', { PAYMENTS: 'off' }, "frame-src 'none';"],
    [
      'no site when the gateway has a hosted page',
      { PAYMENTS: 'stripe', STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'wh' },
      "frame-src 'none';",
    ],
  ])('the checkout page may frame %s', async (_title, env, expected) => {
    const other = await start(env);
    expect((await headersOf(other, '/checkoutCards')).csp).toContain(expected);
    await other.close();
  });
});

test('the policy allows the hosts of the built brand, and no others', async () => {
  const other = mkdtempSync(join(tmpdir(), 'gemcall-site-'));
  const hosts = ['https://api.velora.app', 'wss://chat.velora.app:5281'];
  const card = (connect: string[]) =>
    writeFileSync(join(other, '.build.json'), JSON.stringify({ brand: 'x', connect, media: connect.slice(0, 1) }));
  const start = () => startApi(inject('postgresUrl'), { DIST_DIR: other, DEMO: 'off' });
  try {
    card(hosts);
    const branded = await start();
    const { headers } = await branded.app.inject('/healthz');
    expect(headers['content-security-policy']).toContain(`connect-src 'self' ${hosts.join(' ')};`);
    expect(headers['content-security-policy']).toContain(`img-src 'self' blob: data: ${hosts[0]};`);
    expect(headers['content-security-policy']).toContain(`media-src 'self' blob: ${hosts[0]};`);
    await branded.close();
    card(["https://a.example; script-src 'unsafe-inline'"]);
    await expect(start()).rejects.toThrow('must be an origin');
  } finally {
    rmSync(other, { recursive: true });
  }
});

describe('files of the build', () => {
  test('files of the build are cached as immutable when their names are hashed, and are revalidated otherwise', async () => {
    expect((await get('/assets/shared-abc123.js')).headers['cache-control']).toBe(
      'public, max-age=31536000, immutable',
    );
    for (const url of ['/', '/sw.js', '/manifest.webmanifest', '/message']) {
      expect((await get(url, screen)).headers['cache-control'], url).toBe('no-cache');
    }
  });

  test('a file of the build is sent compressed when it has a compressed version', async () => {
    const { headers } = await get('/assets/shared-abc123.js', { 'accept-encoding': 'br' });
    expect(headers['content-encoding']).toBe('br');
    expect(headers['content-type']).toContain('javascript');
    expect(headers['cache-control']).toContain('immutable');
  });

  test.each(['/message', '/video/u_9001@localhost', '/apiary', '/login/next'])(
    'the address %s is answered with the app',
    async (url) => {
      const response = await get(url, screen);
      expect([response.statusCode, response.body]).toEqual([200, HTML]);
    },
  );

  test.each([
    '/api/nothing',
    '/upload/x',
    '/xmpp-websocket',
    '/assets/missing.js',
    '/assets/.hidden.js',
    '/assets/..%2f.secret',
    '/assets/%2e%2e%2fsw.js',
    '/assets/',
    '/.secret/x',
    '/%2e%2e/package.json',
  ])('the address %s is not answered with a file', async (url) => {
    const response = await get(url);
    expect(response.statusCode).toBeGreaterThanOrEqual(400);
    expect(response.json()).toMatchObject({ result: response.statusCode });
  });

  test('dot files are not served', async () => {
    expect((await get('/.build.json')).body).not.toContain('connect');
    expect((await get('/.secret')).body).not.toContain('hidden');
  });
});

describe('prerendered pages', () => {
  test.each([
    ['de-AT,de;q=0.9,en;q=0.8', 'de'],
    ['en;q=0.3, es ;q=0.9', 'es'],
    ['ca', 'es'],
    ['zh-TW', 'zh'],
    ['de;q=0, sv', 'en'],
    ['../../sw.js,;q=x', 'en'],
    [undefined, 'en'],
  ])('the language of a prerendered page is chosen from Accept-Language %s', async (header, language) => {
    const asked = header === undefined ? screen : { ...screen, 'accept-language': header };
    for (const [url, page] of [
      ['/', 'landing'],
      ['/onlinevideochat?utm_source=x', 'landing'],
      ['/login?next=%2Fmessage', 'login'],
      ['/userpassword', 'password'],
      ['/download', 'download'],
    ] as const) {
      const { statusCode, body, headers } = await get(url, asked);
      expect([statusCode, body, headers['cache-control']]).toEqual([200, `${page} ${language}`, 'no-cache']);
      expect(headers['vary']).toContain('accept-language');
      expect(headers).toMatchObject(EXPECTED);
      const { etag = '' } = headers;
      expect(etag, url).not.toBe('');
      expect((await get(url, { ...asked, 'if-none-match': etag })).statusCode, url).toBe(304);
    }
  });

  test('a login page has the parts that the configuration of the server adds', async () => {
    const env = { DIST_DIR: dist, DEMO: 'on', GOOGLE_CLIENT_ID: 'client' };
    const other = await startApi(inject('postgresUrl'), env);
    const bodyOf = async (url: string) => (await other.app.inject({ url, headers: screen })).body;
    expect(await bodyOf('/login')).toBe('login.google en');
    expect(await bodyOf('/userpassword')).toBe('password.recovery.demo en');
    expect(await bodyOf('/download')).toBe('download en');
    const { recovery, demo, googleClientId } = (await other.call('websiteConfig', {})).data;
    expect([recovery, demo, googleClientId]).toEqual([true, true, 'client']);
    await other.close();
  });

  test('the app is sent for the page of the installation when the server names app stores', async () => {
    const env = { DIST_DIR: dist, DEMO: 'off', IOS_APP_URL: 'https://apps.example/gemcall' };
    const other = await startApi(inject('postgresUrl'), env);
    expect((await other.app.inject({ url: '/download', headers: screen })).body).toBe(HTML);
    await other.close();
  });

  test('the app is sent when the build has no page in the language, or no document is asked for', async () => {
    for (const url of ['/onlinevideochat', '/login', '/userpassword'])
      expect((await get(url, { ...screen, 'accept-language': 'fr' })).body, url).toBe(HTML);
    expect((await get('/')).body).toBe(HTML);
    expect((await get('/login')).body).toBe(HTML);
  });
});

test('the health check fails when the database does not answer', async () => {
  expect((await get('/healthz')).json()).toEqual({ status: 'ok' });
  const other = await startApi(inject('postgresUrl'), { DEMO: 'off' });
  await other.pool.end();
  expect((await other.app.inject('/healthz')).statusCode).toBe(503);
  await other.app.close();
});
