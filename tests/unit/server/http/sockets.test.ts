import { createServer, type IncomingMessage, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { networkOf, readAddress } from '../../../../server/platform/http/address.ts';
import { dismiss } from '../../../../server/platform/http/dismiss.ts';
import {
  guardSockets,
  releaseSocket,
  SOCKET_RULES,
  type SocketRules,
} from '../../../../server/platform/http/sockets.ts';

let server: Server;
let guard: ReturnType<typeof guardSockets>;
/** Pending responses by path. */
let pending: Map<string, () => void>;
const opened: Socket[] = [];
let now = 0;

async function start(rules: Partial<SocketRules> = {}): Promise<void> {
  pending = new Map();
  now = 0;
  server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    if (request.url === '/now') response.end('answer');
    else pending.set(request.url ?? '', () => response.end('answer'));
  });
  guard = guardSockets(server, { ...SOCKET_RULES, ...rules }, { now: () => now });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
}
afterEach(async () => {
  for (const socket of opened.splice(0)) socket.destroy();
  guard.close();
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

const until = (condition: () => boolean) => expect.poll(condition, { timeout: 10_000, interval: 5 }).toBe(true);
const isClosed = (socket: Socket) => socket.closed;

async function open(text = '', allowHalfOpen = false): Promise<Socket> {
  const address = server.address();
  const before = guard.counts().all;
  const socket = connect({
    port: typeof address === 'object' ? (address?.port ?? 0) : 0,
    host: '127.0.0.1',
    allowHalfOpen,
  });
  opened.push(socket.on('error', () => undefined).resume());
  const { promise: accepted, resolve } = Promise.withResolvers<void>();
  server.once('connection', () => resolve());
  await accepted;
  if (text !== '') socket.write(text);
  expect(guard.counts().all).toBeGreaterThanOrEqual(Math.min(before, 1));
  return socket;
}
const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`;
const half = (path: string) => `POST ${path} HTTP/1.1\r\nhost: a\r\ncontent-length: 9\r\n\r\nhalf`;

/** Advances the clock in four steps, so that the guard checks after each. */
async function pass(ms: number): Promise<void> {
  const looks = 4;
  for (let step = 0; step < looks; step += 1) {
    now += ms / looks;
    await wait(30);
  }
}
const QUICK = { idleMs: 40, stallMs: 4_000 };

test('a socket that sends nothing, half a request, or one byte at a time, is closed', async () => {
  await start(QUICK);
  const sockets = [await open(), await open('GET / HT'), await open(get('/now'))];
  const dripping = await open('GET / HTTP/1.1\r\n');
  const drip = setInterval(() => dripping.write('a: b\r\n'), 5);
  await pass(20);
  expect(sockets.some(isClosed)).toBe(false);
  await pass(200);
  await until(() => [...sockets, dripping].every(isClosed));
  clearInterval(drip);
  expect(guard.counts()).toEqual({ all: 0, unknown: 0 });
});

test('a body without progress is cut off, and that of a signed-in account gets more time', async () => {
  await start(QUICK);
  server.on('request', (request: IncomingMessage) =>
    guard.carries(request.socket, () => (request.url === '/mine' ? 7 : 0)),
  );
  const [stranger, mine] = [await open(half('/other')), await open(half('/mine'))];
  await until(() => pending.size === 2);
  await pass(200);
  await until(() => isClosed(stranger));
  expect(isClosed(mine)).toBe(false);
  await pass(8_000);
  await until(() => isClosed(mine));
});

test('a request that waits for its response is not cut off', async () => {
  await start(QUICK);
  const socket = await open(get('/slow'));
  await until(() => pending.has('/slow'));
  await pass(400);
  expect(isClosed(socket)).toBe(false);
  const answered = new Promise((done) => socket.once('data', done));
  pending.get('/slow')?.();
  expect(String(await answered)).toContain('answer');
});

test('beyond the bound the longest idle socket is closed, and never a busy one', async () => {
  await start({ perAddress: 3 });
  const busy = await open(get('/slow'));
  await until(() => pending.has('/slow'));
  const [first, second] = [await open(), await open()];
  const third = await open();
  await until(() => isClosed(first));
  expect([busy, second, third].some(isClosed)).toBe(false);
  expect(guard.counts()).toEqual({ all: 3, unknown: 3 });
});

test('a new socket is closed when all others are busy, and signed-in accounts do not count', async () => {
  await start({ inAll: 2 });
  let uid = 0;
  server.on('request', (request: IncomingMessage) => guard.carries(request.socket, () => uid));
  const [one, two] = [await open(get('/one')), await open(get('/two'))];
  await until(() => pending.size === 2);
  const refused = await open();
  await until(() => isClosed(refused));
  expect([one, two].some(isClosed)).toBe(false);
  uid = 7;
  pending.get('/one')?.();
  await until(() => guard.counts().unknown === 1);
  const welcome = await open(get('/three'));
  await until(() => pending.has('/three'));
  expect(isClosed(welcome)).toBe(false);
});

test('a socket that became a websocket is no longer guarded, and its errors are still handled', async () => {
  await start({ ...QUICK, perAddress: 1 });
  const upgraded = Promise.withResolvers<Socket>();
  server.on('upgrade', (request) => {
    releaseSocket(request.socket);
    upgraded.resolve(request.socket);
  });
  const client = await open('GET / HTTP/1.1\r\nhost: a\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n');
  const socket = await upgraded.promise;
  expect(guard.counts()).toEqual({ all: 0, unknown: 0 });
  expect(socket.listenerCount('error')).toBeGreaterThan(0);
  await pass(400);
  expect(isClosed(client)).toBe(false);
  client.resetAndDestroy();
  socket.resume();
  await until(() => socket.destroyed);
});

test('a dismissed client receives the response, and is disconnected even if it does nothing', async () => {
  await start();
  server.on('upgrade', (_request, socket) => dismiss(socket, 'HTTP/1.1 403 Forbidden\r\n\r\n'));
  const client = await open('', true);
  const heard = new Promise((done) => client.once('data', done));
  client.write('GET / HTTP/1.1\r\nhost: a\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n');
  expect(String(await heard)).toContain('403');
  // The client never ends its side.
  await until(() => guard.counts().all === 0);
});

test('a reset of a dismissed socket is always handled', async () => {
  const socket = new Duplex({ read: () => undefined, write: (_chunk, _encoding, done) => done(new Error('reset')) });
  const closed = new Promise((done) => socket.once('close', done));
  dismiss(socket, 'HTTP/1.1 403 Forbidden\r\n\r\n');
  await closed;
  expect(socket.destroyed).toBe(true);
});

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::FFFF:192.0.2.1', '192.0.2.1'],
  ['::ffff:c000:201', '192.0.2.1'],
  ['0:0:0:0:0:FFFF:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:1:2:3:4:192.0.2.1', '2001:db8:1:2::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['1::', '1:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['', ''],
])('a household is an IPv4 address, or a /64 of IPv6: %s', (address, home) => expect(networkOf(address)).toBe(home));

test.each([
  ['192.0.2.1:65535', '192.0.2.1'],
  ['[2001:DB8::1]:443', '2001:db8:0:0:0:0:0:1'],
  ['[::1]', '0:0:0:0:0:0:0:1'],
  ['[fe80::1%25eth0]:1', 'fe80:0:0:0:0:0:0:1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
])('a port and brackets are ignored: %s', (text, address) => expect(readAddress(text)).toBe(address));

test.each([
  '',
  'unknown',
  '_hidden',
  'localhost',
  '192.0.2',
  '192.0.2.01',
  '192.0.2.1:',
  '192.0.2.1:port',
  '192.0.2.1 192.0.2.2',
  '[192.0.2.1',
  '[]:443',
  '::1]:443',
  '1:2:3',
  '::ffff:1.2.3.4.5',
  '::1%'.padEnd(10_000, 'x'),
  '1'.repeat(10_000),
  '1.'.repeat(5_000),
])('a text that is not an address gives none, row %#', (text) => expect(readAddress(text)).toBeUndefined());
