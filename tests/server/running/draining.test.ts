import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { readConfig } from '../../../server/config.ts';
import type { ServerPart } from '../../../server/part.ts';
import { allParts, type CreateParts } from '../../../server/parts.ts';
import { REQUESTS_END_MS } from '../../../server/platform/http/bounds.ts';
import { createLog } from '../../../server/platform/log/log.ts';
import { freePort } from '../../../server/platform/prosody/ports.ts';
import { startServer } from '../../../server/start-server.ts';
import { type ServerProcess, startServerProcess } from '../../../tools/dev/server-process.ts';
import { freshDatabase } from '../../harness/postgres/postgres.ts';
import { removeFolder, temporaryFolder } from '../../harness/temporary.ts';

let databaseUrl: string;
beforeAll(async () => {
  databaseUrl = await freshDatabase(inject('postgresUrl'), 'demo');
});

/** A part with a request that lasts until `finish` is called, and that records when it was drained and closed. */
function slowPart() {
  const { promise: work, resolve: finish } = Promise.withResolvers<void>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const events: string[] = [];
  const part: ServerPart = {
    name: 'slow',
    async routes(app) {
      app.get('/slow', async () => {
        begin();
        await work;
        events.push('answered');
        return { done: true };
      });
    },
    drain: async () => void events.push('drained'),
    close: async () => void events.push('closed'),
  };
  return { part, begun, finish, events };
}

/** Creates all parts except those that need an XMPP server, and this one. */
const partsAnd =
  (part: ServerPart): CreateParts =>
  (around) => {
    const { all, ...rest } = allParts(around);
    return { ...rest, all: [...all.filter(({ name }) => name !== 'realtime' && name !== 'chat'), part] };
  };

const settings = (host: string) =>
  readConfig({ DATABASE_URL: databaseUrl, PORT: '0', HOST: host, DIST_DIR: '/nowhere', LOG_LEVEL: 'silent' });

const refused = (port: number, host: string) =>
  new Promise<boolean>((resolve) => {
    const socket = connect({ port, host });
    socket.once('error', () => resolve(true));
    socket.once('connect', () => {
      socket.destroy();
      resolve(false);
    });
  });

describe('a process that drains', () => {
  test('a draining process accepts no new connection, answers pending requests, and closes its resources only then', async () => {
    const { part, begun, finish, events } = slowPart();
    const server = await startServer(settings('localhost'), createLog('silent'), partsAnd(part));
    const underWay = fetch(`http://127.0.0.1:${server.port}/slow`);
    await begun;
    const ended = server.close();
    await expect.poll(() => refused(server.port, '127.0.0.1'), { interval: 5 }).toBe(true);
    expect(await refused(server.port, '::1')).toBe(true);
    expect(events).toEqual(['drained']);
    finish();
    const answer = await underWay;
    expect(await answer.json()).toEqual({ done: true });
    expect(answer.headers.get('connection')).toBe('close');
    await ended;
    expect(events).toEqual(['drained', 'answered', 'closed']);
  });

  test('a draining process ends a keep-alive connection without waiting for it to become idle', async () => {
    const { part } = slowPart();
    const server = await startServer(settings('127.0.0.1'), createLog('silent'), partsAnd(part));
    const idle = connect({ port: server.port, host: '127.0.0.1' });
    idle.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
    const [head] = await once(idle, 'data');
    expect(String(head)).toMatch(/connection: keep-alive/i);
    const begun = performance.now();
    await server.close();
    // If it waited for the idle connection, the drain would last until the timeout.
    expect(performance.now() - begun).toBeLessThan(REQUESTS_END_MS / 2);
    idle.destroy();
  });

  test('a draining process aborts a request that does not end in time', async () => {
    const { part, begun, finish } = slowPart();
    const times = { requestsEndMs: 200 };
    const server = await startServer(settings('127.0.0.1'), createLog('silent'), partsAnd(part), times);
    const underWay = fetch(`${server.url}/slow`).then(
      () => 'answered',
      () => 'cut',
    );
    await begun;
    await server.close();
    expect(await underWay).toBe('cut');
    finish();
  });
});

describe('SIGTERM', () => {
  let running: ServerProcess | undefined;
  let half: Socket | undefined;
  const dataDir = temporaryFolder('draining');
  afterEach(async () => {
    half?.destroy();
    await running?.stop();
    await removeFolder(dataDir);
  });

  /** Starts a server process with an upload of which half has arrived. */
  async function withHalfAnUpload() {
    const port = await freePort();
    const env = {
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      DIST_DIR: '/no',
    };
    const server = await startServerProcess({ env, logFile: join(dataDir, 'server.log') });
    running = server;
    const upload = connect({ port, host: '127.0.0.1' });
    half = upload;
    upload.on('error', () => undefined);
    upload.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await once(upload, 'data');
    const head = 'Host: localhost\r\nContent-Type: application/json\r\nContent-Length: 2';
    // `100 Continue` shows that the server has read the header and waits for the body.
    upload.write(`POST /api/nowhere HTTP/1.1\r\n${head}\r\nExpect: 100-continue\r\n\r\n`);
    const [goOn] = await once(upload, 'data');
    expect(String(goOn)).toContain('100 Continue');
    upload.write('{');
    return { server, upload, port };
  }

  test('a process ends with success after a pending upload on SIGTERM, and aborts it on a second SIGTERM', async () => {
    const first = await withHalfAnUpload();
    first.server.signal('SIGTERM');
    await expect.poll(() => refused(first.port, '127.0.0.1'), { interval: 5 }).toBe(true);
    first.upload.write('}');
    const [answer] = await once(first.upload, 'data');
    expect(String(answer)).toContain('connection: close');
    await first.server.exited;
    expect(first.server.ending()).toBe('code 0');

    const second = await withHalfAnUpload();
    second.server.signal('SIGTERM');
    await expect.poll(() => refused(second.port, '127.0.0.1'), { interval: 5 }).toBe(true);
    second.server.signal('SIGTERM');
    await second.server.exited;
    expect(second.server.ending()).toBe('code 1');
    expect(second.server.logs()).toContain('second shutdown signal');
  });
});
