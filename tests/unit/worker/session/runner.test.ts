import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { WebSocketServer } from 'ws';
import { createSessionRunner, type SessionPorts } from '../../../../worker/session/runner.ts';
import type { DialOptions } from '../../../../worker/xmpp/dial.ts';
import { DOMAIN } from '../support/stanzas.ts';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** A WebSocket server that counts the streams that are opened, and never answers. */
async function muteServer() {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  let opened = 0;
  let open = 0;
  server.on('connection', (socket) => {
    open += 1;
    socket.on('message', () => {
      opened += 1;
    });
    socket.on('close', () => {
      open -= 1;
    });
  });
  await new Promise((resolve) => server.on('listening', resolve));
  closers.push(() => {
    for (const socket of server.clients) socket.terminate();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const options: DialOptions = {
    service: `ws://127.0.0.1:${port}`,
    domain: DOMAIN,
    username: 'u_100001',
    password: 'token',
    resume: undefined,
  };
  return { options, streams: () => opened, sockets: () => open };
}

function session(dialOptions: SessionPorts['dialOptions']) {
  const states: string[] = [];
  const runner = createSessionRunner({
    dialOptions,
    goLive: () => Promise.reject(new Error('no stream of this test comes up')),
    onState: (state) => void states.push(state),
    onTokenRefused: async () => {},
  });
  closers.push(() => void runner.end('drop'));
  return { runner, states };
}

test('signing out and in again at once opens one stream, not two', async () => {
  const server = await muteServer();
  const waiting: (() => void)[] = [];
  const { runner } = session(() => new Promise((resolve) => void waiting.push(() => resolve(server.options))));
  runner.dispatch({ type: 'signed-in', account: 100_001 });
  runner.dispatch({ type: 'signed-out' });
  runner.dispatch({ type: 'signed-in', account: 100_001 });
  for (const go of waiting) go();
  await vi.waitUntil(() => server.streams() > 0);
  expect([server.streams(), server.sockets()]).toEqual([1, 1]);
});

test('many simultaneous reasons to connect make one stream', async () => {
  const server = await muteServer();
  const { runner, states } = session(async () => server.options);
  for (let again = 0; again < 5; again += 1) {
    runner.dispatch({ type: 'signed-in', account: 100_001 });
    runner.dispatch({ type: 'wake' });
    runner.dispatch({ type: 'retry-due' });
  }
  await vi.waitUntil(() => server.streams() > 0);
  expect([server.streams(), states]).toEqual([1, ['connecting']]);
});

test('signing out closes the socket, and no new one is opened', async () => {
  const server = await muteServer();
  const { runner, states } = session(async () => server.options);
  runner.dispatch({ type: 'signed-in', account: 100_001 });
  await vi.waitUntil(() => server.streams() === 1);
  await runner.end('leave');
  await vi.waitUntil(() => server.sockets() === 0);
  expect(states).toEqual(['connecting', 'disconnected']);
});

test('without a session no stream is opened', async () => {
  const { runner, states } = session(async () => undefined);
  runner.dispatch({ type: 'signed-in', account: 100_001 });
  await vi.waitUntil(() => states.length === 2);
  expect(states).toEqual(['connecting', 'disconnected']);
});
