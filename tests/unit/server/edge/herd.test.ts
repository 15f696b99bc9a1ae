import { createServer } from 'node:http';
import { type AddressInfo, createServer as createSocketServer, type Server } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadWords } from '../../../../server/platform/edge/blocked-words.ts';
import { STRANGE_STREAM_FRESH_MS } from '../../../../server/platform/edge/bounds.ts';
import { attachEdge, type Edge } from '../../../../server/platform/edge/edge.ts';
import { componentDomain } from '../../../../server/platform/edge/session/component-domain.ts';
import { openRaw } from '../../../harness/raw-client.ts';
import { DOMAIN, fakePorts, signPass } from '../../../harness/servers/xmpp-server.ts';

let now = 0;
let edge: Edge;
/** An XMPP server that accepts connections and never responds, so that no login ends. */
const busy = createSocketServer((socket) => void socket.on('error', () => undefined));
const httpServer = createServer();
const portOf = (server: Pick<Server, 'address'>) => (server.address() as AddressInfo).port;
const listen = (server: Pick<Server, 'listen'>) =>
  new Promise<void>((done) => void server.listen(0, '127.0.0.1', () => done()));

beforeAll(async () => {
  await Promise.all([listen(busy), listen(httpServer)]);
  edge = attachEdge({
    ...fakePorts(),
    httpServer,
    domain: DOMAIN,
    home: componentDomain('1', DOMAIN),
    signPass,
    upstreamUrl: () => `xmpp://127.0.0.1:${portOf(busy)}`,
    allowedOrigins: [],
    allowMissingOrigin: true,
    rateLimits: false,
    words: loadWords(undefined),
    clock: { now: () => now },
    strangeStreamsMax: 2,
    streamLog: { opened: () => undefined, activityChanged: () => undefined, closed: () => undefined },
    log: { info: () => undefined, warn: () => undefined },
  });
});
afterAll(async () => {
  await edge.close();
  httpServer.close();
  busy.close();
});

test('a burst of new connections drops the newest ones, so that the others can finish their logins', async () => {
  const open = () => openRaw(`ws://127.0.0.1:${portOf(httpServer)}/xmpp-websocket`);
  const [first, second] = [await open(), await open()];
  await expect(open()).rejects.toThrow('503');
  expect([first.isClosed(), second.isClosed()]).toEqual([false, false]);
  // By now these connections count as stale.
  now += STRANGE_STREAM_FRESH_MS;
  const third = await open();
  expect(await first.closed()).toBe(1008);
  expect([second.isClosed(), third.isClosed()]).toEqual([false, false]);
  for (const one of [second, third]) one.cut();
});
