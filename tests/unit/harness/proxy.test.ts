import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startProxy, type TcpProxy } from '../../harness/servers/proxy.ts';

let echo: Server;
let proxy: TcpProxy;
let served: Socket[];

beforeEach(async () => {
  served = [];
  echo = createServer((socket) => {
    served.push(socket);
    socket.on('error', () => {});
    socket.pipe(socket);
  });
  echo.listen(0, '127.0.0.1');
  await once(echo, 'listening');
  const address = echo.address();
  proxy = await startProxy(typeof address === 'object' && address !== null ? address.port : 0);
});

afterEach(async () => {
  await proxy.close();
  for (const socket of served) socket.destroy();
  echo.close();
});

async function open() {
  const socket = connect(proxy.port, '127.0.0.1');
  let received = '';
  let error: string | undefined;
  socket.on('data', (chunk) => {
    received += chunk.toString();
  });
  socket.on('error', (cause: NodeJS.ErrnoException) => {
    error = cause.code;
  });
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  await Promise.race([closed, new Promise((resolve) => socket.once('connect', resolve))]);
  return {
    socket,
    closed,
    received: () => received,
    error: () => error,
    echoed: (text: string) => expect.poll(() => received, { interval: 5 }).toBe(text),
  };
}

describe('the proxy of the test harness', () => {
  test('the proxy passes bytes both ways in order', async () => {
    const client = await open();
    const text = Array.from({ length: 50_000 }, (_, index) => `${index},`).join('');
    client.socket.write(text);
    await client.echoed(text);
    expect(proxy.connections).toBe(1);
  });

  test('the proxy resets open connections and accepts new ones', async () => {
    const client = await open();
    client.socket.write('a');
    await client.echoed('a');
    proxy.reset();
    await client.closed;
    expect(client.error()).toBe('ECONNRESET');
    expect(proxy.connections).toBe(0);
    const next = await open();
    next.socket.write('b');
    await next.echoed('b');
    expect(proxy.accepted).toBe(2);
  });

  test('the proxy closes open connections cleanly', async () => {
    const client = await open();
    client.socket.write('a');
    await client.echoed('a');
    proxy.fin();
    await client.closed;
    expect(client.error()).toBeUndefined();
    await expect.poll(() => proxy.connections).toBe(0);
  });

  test('the proxy holds back all data while it is a black hole', async () => {
    const client = await open();
    proxy.blackhole(true);
    client.socket.write('a');
    const late = await open();
    late.socket.write('b');
    await wait(50);
    expect([client.received(), late.received()]).toEqual(['', '']);
    expect(client.socket.closed).toBe(false);
    proxy.blackhole(false);
    await client.echoed('a');
    await late.echoed('b');
  });

  test('the proxy cuts a connection in the middle of a write', async () => {
    const client = await open();
    client.socket.write('ab');
    await client.echoed('ab');
    proxy.cutAfterBytes(3);
    client.socket.write('cdefgh');
    await client.closed;
    expect(client.error()).toBe('ECONNRESET');
    await expect.poll(() => served[0]?.closed).toBe(true);
    expect(served[0]?.bytesRead).toBe(5);
  });

  test('the proxy refuses connections when it is configured to', async () => {
    proxy.refuse(true);
    const client = await open();
    await client.closed;
    expect(served).toEqual([]);
  });

  test('the proxy delays data by the configured time', async () => {
    const client = await open();
    proxy.delay(40);
    const began = performance.now();
    client.socket.write('a');
    await client.echoed('a');
    expect(performance.now() - began).toBeGreaterThan(75);
  });

  test('the proxy closes the connection of the client when the server resets its own', async () => {
    const client = await open();
    client.socket.write('a');
    await client.echoed('a');
    served[0]?.resetAndDestroy();
    await client.closed;
    expect(proxy.connections).toBe(0);
  });
});
