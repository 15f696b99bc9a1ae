import { readdirSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isAlive, type Product, startProduct } from '../../harness/browser/product.ts';
import { openRaw } from '../../harness/raw-client.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.stop());

const health = async () => (await fetch(`${product.url}/healthz`)).status;

test('the health check of the product succeeds', async () => {
  expect(await health()).toBe(200);
});

test('a product on an IPv6 address serves its API and its streams there', async () => {
  const other = await startProduct({ demo: false, distDir: '/nowhere', env: { HOST: '::1' } });
  const url = `http://[::1]:${other.port}`;
  await expect.poll(async () => (await fetch(`${url}/readyz`)).status, { timeout: 20_000 }).toBe(200);
  await expect(fetch(`http://127.0.0.1:${other.port}/readyz`)).rejects.toThrow();
  const client = await openRaw(`${url.replace('http', 'ws')}/xmpp-websocket`, url);
  client.cut();
  await other.stop();
});

test('a killed Prosody is restarted by its server', async () => {
  const before = product.prosodyPid() ?? 0;
  await product.killProsody();
  await product.prosodyBack(before);
  expect(product.prosodyPid()).not.toBe(before);
});

test('a killed server takes its Prosody with it, and restarts on the same data', async () => {
  const prosody = product.prosodyPid() ?? 0;
  await product.killServer();
  await expect(health()).rejects.toThrow();
  expect(isAlive(prosody)).toBe(false);
  await product.restartServer();
  expect(await health()).toBe(200);
});

describe('refused upgrades', () => {
  const AT_ONCE = 200;
  const KEY = 'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==';
  const upgrade = (path: string, ...headers: string[]) =>
    [
      `GET ${path} HTTP/1.1`,
      `host: localhost:${product.port}`,
      'connection: upgrade',
      'upgrade: websocket',
      'sec-websocket-version: 13',
      ...headers,
      '',
      '',
    ].join('\r\n');
  const own = () => `origin: ${product.url}`;
  const denied = {
    'a foreign page': () =>
      upgrade('/xmpp-websocket', KEY, 'origin: https://elsewhere.example', 'sec-websocket-protocol: xmpp'),
    'another path': () => upgrade('/elsewhere', KEY, own(), 'sec-websocket-protocol: xmpp'),
    'no protocol': () => upgrade('/xmpp-websocket', KEY, own()),
    'no key': () => upgrade('/xmpp-websocket', own(), 'sec-websocket-protocol: xmpp'),
  };
  /** How the client continues once the request is written; the promise resolves when the client is finished. */
  const manners = ['reset before the answer', 'reset after it', 'FIN', 'held'] as const;

  const deny = (request: string, manner: (typeof manners)[number]) =>
    new Promise<void>((done) => {
      const socket = connect({ port: product.port, host: '127.0.0.1', allowHalfOpen: true });
      socket.on('error', () => undefined);
      socket.once('close', () => done());
      socket.write(request, () => {
        if (manner === 'reset before the answer') socket.resetAndDestroy();
      });
      socket.once('data', () => {
        if (manner === 'reset after it') socket.resetAndDestroy();
        if (manner === 'FIN') socket.end();
        // The client reads nothing more, so only the server can end the connection.
        if (manner === 'held') {
          held.push(socket);
          done();
        }
      });
    });
  const held: Socket[] = [];
  afterAll(() => {
    for (const socket of held) socket.destroy();
  });
  const descriptors = () => (process.platform === 'linux' ? readdirSync(`/proc/${product.serverPid()}/fd`).length : 0);

  test.each(manners)('refused upgrades do not end the server or leak descriptors: %s', async (manner) => {
    const pid = product.serverPid();
    const before = descriptors();
    for (const request of Object.values(denied)) {
      await Promise.all(Array.from({ length: AT_ONCE }, () => deny(request(), manner)));
    }
    expect(await health()).toBe(200);
    expect(product.serverPid()).toBe(pid);
    // A few connections of the pool and of this test open and close meanwhile.
    await expect.poll(descriptors, { timeout: 20_000, interval: 50 }).toBeLessThanOrEqual(before + 12);
  });
});
