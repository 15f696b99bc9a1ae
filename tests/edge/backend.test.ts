import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import xml, { type Element } from '@xmpp/xml';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { WebSocket } from 'ws';
import { HEADER_REQUEST_ID, HEADER_TOKEN } from '../../contract/api/envelope.ts';
import { endpoints } from '../../contract/endpoints.ts';
import { readConfig } from '../../server/config.ts';
import { allParts } from '../../server/parts.ts';
import type { OwnNews } from '../../server/platform/database/notifications.ts';
import { startProsody } from '../../server/platform/prosody/supervisor.ts';
import { engineAt, startRealtime } from '../../server/platform/realtime/realtime.ts';
import type { Service, ServiceConnection } from '../../server/platform/services/service.ts';
import { type RunningServer, startServer } from '../../server/start-server.ts';
import { boundHere } from '../../tools/test/slow-machine.ts';
import type { User } from '../harness/api.ts';
import { envelope } from '../harness/envelope.ts';
import { freshDatabase } from '../harness/postgres/postgres.ts';
import { authenticate, barrier, openRaw, type RawClient, signIn } from '../harness/raw-client.ts';
import { fakePorts, tokenOf as fakeTokenOf, listen, PASS_KEY } from '../harness/servers/xmpp-server.ts';
import { chat, errorOf, hasId } from './messages.ts';

const silent = { info: () => undefined, warn: () => undefined };
const DOMAIN = 'localhost';
const ANN = 100_001;
const BEN = 264_457_002;
const dataDir = mkdtempSync(join(tmpdir(), 'gemcall-backend-'));
let databaseUrl: string;
let server: RunningServer;
let database: pg.Client;
let news: OwnNews;

const start = () =>
  startServer(
    readConfig({
      PORT: '0',
      HOST: '127.0.0.1',
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      DEMO: 'on',
      LOG_LEVEL: 'silent',
      RATE_LIMITS: 'off',
      TRUST_PROXY: 'loopback',
      DEMO_HOSTS: 'off',
    }),
    undefined,
    (around) => {
      news = around.news;
      return allParts(around);
    },
  );

beforeAll(async () => {
  const older = join(dataDir, 'prosody', 'data', DOMAIN, 'archive');
  mkdirSync(older, { recursive: true });
  copyFileSync(join(import.meta.dirname, '../server/archive/prosody/u_503.list'), join(older, 'u%5f503.list'));
  databaseUrl = await freshDatabase(inject('postgresUrl'));
  server = await start();
  database = new pg.Client({ connectionString: databaseUrl });
  database.on('error', () => undefined);
  await database.connect();
});
afterAll(async () => {
  await server.close();
  await database.end();
  rmSync(dataDir, { recursive: true, force: true });
});

async function call(path: string, data: object, user?: User, device = 'device'): Promise<{ userInfo: User }> {
  const token: Record<string, string> =
    user === undefined ? {} : { authorization: `Bearer ${user.vcToken}`, [HEADER_TOKEN]: user.vcToken };
  const response = await fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
      [HEADER_REQUEST_ID]: 'r'.repeat(21),
      ...token,
    },
    body: JSON.stringify(envelope(data, user, device)),
  });
  const answer = await response.json();
  if (answer.result !== 1) throw new Error(`${path}: ${JSON.stringify(answer)}`);
  return answer.data;
}

const logIn = async (uid: number, device = 'device') =>
  (await call(endpoints.userPwdLogin.path, { uid, passwd: 'gemcall' }, undefined, device)).userInfo;
const tokenOf = async (uid: number, device?: string) => (await logIn(uid, device)).vcToken;

async function connect(uid: number, token: string): Promise<RawClient> {
  const client = await openRaw(`${server.url.replace('http', 'ws')}/xmpp-websocket`, server.url);
  await signIn(client, { user: `u_${uid}`, token, domain: DOMAIN });
  return client;
}

const noted = async (uid: number) =>
  (await database.query('SELECT 1 FROM online_stream WHERE uid = $1', [uid])).rowCount;

/** The services of the leader and the rows of `online_stream` follow their cause with a delay. */
const until = (condition: () => Promise<boolean>) =>
  expect.poll(condition, { timeout: 20_000, interval: 5 }).toBe(true);

test('messages stored by an older XMPP server are imported once the server runs', async () => {
  const carried = async () => (await database.query('SELECT mid FROM archive WHERE owner = 503')).rows;
  await until(async () => (await carried()).length > 0);
  expect(await carried()).toEqual([{ mid: 'm3' }]);
});

test('two users sign in over HTTP and exchange a message over the websocket', async () => {
  const ann = await connect(ANN, await tokenOf(ANN));
  const ben = await connect(BEN, await tokenOf(BEN));
  ann.send(chat({ id: 'first', to: BEN }));
  const seen = await ben.take('the message', hasId('first'));
  expect(seen.getChild('x')?.attrs['nick']).not.toBe('me');
  await until(async () => (await noted(ANN)) === 1 && (await noted(BEN)) === 1);
  ann.cut();
  ben.cut();
  await until(async () => (await noted(ANN)) === 0);
});

test.each([
  'unknown',
  ', ,',
  '[::1',
  '%s%n',
  'x'.repeat(10_000),
  '::1%'.padEnd(10_000, 'z'),
  '127.0.0.1, 203.0.113.9:8',
])('an upgrade is answered when the address header of the proxy is invalid or too long, row %#', async (forwarded) => {
  const url = `${server.url.replace('http', 'ws')}/xmpp-websocket`;
  const socket = new WebSocket(url, 'xmpp', { origin: server.url, headers: { 'x-forwarded-for': forwarded } });
  await once(socket, 'open');
  socket.send(`<open xmlns='urn:ietf:params:xml:ns:xmpp-framing' to='${DOMAIN}' version='1.0'/>`);
  const [answer] = await once(socket, 'message');
  expect(String(answer)).toContain('open');
  socket.terminate();
});

test('a logout ends the streams of its token within a second, and no others', async () => {
  const [here, there] = [await logIn(ANN, 'here'), await logIn(ANN, 'there')];
  const [laptop, phone] = [await connect(ANN, here.vcToken), await connect(ANN, there.vcToken)];
  const start = performance.now();
  await call(endpoints.logout.path, {}, here, 'here');
  expect(await laptop.closed()).toBe(1008);
  expect(performance.now() - start).toBeLessThan(boundHere(1_000));
  await barrier(phone, DOMAIN);
  expect(phone.isClosed()).toBe(false);
  const late = await openRaw(`${server.url.replace('http', 'ws')}/xmpp-websocket`, server.url);
  expect((await authenticate(late, { user: `u_${ANN}`, token: here.vcToken, domain: DOMAIN })).name).toBe('failure');
  late.cut();
  phone.cut();
});

test('a logout is applied when the edge reconnects to the database after it missed the notification', async () => {
  const token = await tokenOf(ANN, 'deaf');
  const client = await connect(ANN, token);
  await database.query('BEGIN');
  await database.query('UPDATE device_token SET revoked_at = now() WHERE device = $1', ['deaf']);
  await database.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'gemcall notifications' AND datname = current_database()",
  );
  await database.query('COMMIT');
  expect(await client.closed()).toBe(1008);
});

test('a block refuses the next message in both directions, and messages pass when it is removed', async () => {
  const [ann, ben] = [await connect(ANN, await tokenOf(ANN)), await connect(BEN, await tokenOf(BEN))];
  const refusalOf = async (from: RawClient, to: number, id: string) => {
    from.send(chat({ id, to }));
    await barrier(from, DOMAIN);
    const refusal = from.frames.find((frame) => frame.attrs['type'] === 'error' && hasId(id)(frame));
    return refusal && errorOf(refusal);
  };
  const nobody = await refusalOf(ann, 999_999_999, 'to-nobody');
  expect(nobody).toBeDefined();
  // Written past the server, which learns of it by the database notification.
  await database.query('INSERT INTO block (owner_uid, blocked_uid) VALUES ($1, $2)', [BEN, ANN]);
  await news.caughtUp();
  expect(await refusalOf(ann, BEN, 'to-ben')).toBe(nobody);
  expect(await refusalOf(ben, ANN, 'to-ann')).toBe('not-acceptable/cancel/blocked');
  await database.query('DELETE FROM block');
  await news.caughtUp();
  expect(await refusalOf(ann, BEN, 'again')).toBeUndefined();
  ann.cut();
  ben.cut();
});

test('two processes on one Prosody each answer their own clients, and the second leads when the first closes', async () => {
  const prosody = await startProsody({
    dataDir: join(dataDir, 'shared'),
    domain: DOMAIN,
    secrets: { component: 'secret', pass: PASS_KEY },
    nodes: ['1', '2'],
    log: silent,
  });
  const part = async (node: string) => {
    const httpServer = createServer();
    const heard: string[] = [];
    let passOn: ServiceConnection['toLeader'] = async () => false;
    const service: Service = {
      at: 'hub',
      start(line) {
        passOn = line.toLeader;
        return {
          take(stanza) {
            heard.push(stanza.attrs['id'] ?? '');
            line.send(xml('iq', { type: 'result', to: stanza.attrs['from'], id: stanza.attrs['id'] }, xml(`n${node}`)));
            return true;
          },
        };
      },
    };
    const realtime = await startRealtime({
      httpServer,
      databaseUrl,
      domain: DOMAIN,
      node,
      allowedOrigins: [],
      allowMissingOrigin: true,
      rateLimits: false,
      prosody: { shared: engineAt(prosody), secrets: { component: 'secret', pass: PASS_KEY } },
      log: silent,
      services: [service],
      channels: [],
      ports: fakePorts(),
    });
    await realtime.components.whenOnline();
    const url = `ws://127.0.0.1:${await listen(httpServer)}/xmpp-websocket`;
    return { ...realtime, node, url, heard, passOn: (stanza: Element) => passOn(stanza) };
  };
  const [one, two] = [await part('1'), await part('2')];
  const clients: RawClient[] = [];
  const connect = async ({ url }: typeof one, uid: number) => {
    const client = await openRaw(url);
    clients.push(client);
    await signIn(client, { user: `u_${uid}`, token: fakeTokenOf(uid), domain: DOMAIN });
    return client;
  };
  try {
    await until(async () => one.isLeading() || two.isLeading());
    const [leader, follower] = one.isLeading() ? [one, two] : [two, one];
    expect(follower.isLeading()).toBe(false);
    const [ann, ben] = [await connect(leader, 71), await connect(follower, 72)];
    const ping = (id: string) =>
      xml(
        'iq',
        { xmlns: 'jabber:client', type: 'get', id, to: `hub.${DOMAIN}` },
        xml('ping', { xmlns: 'urn:xmpp:ping' }),
      );
    for (const [client, home] of [
      [ann, leader],
      [ben, follower],
    ] as const) {
      client.send(ping(`at-${home.node}`));
      const answer = await client.take('the answer', hasId(`at-${home.node}`));
      expect([answer.attrs['from'], answer.getChildElements()[0]?.name]).toEqual([`hub.${DOMAIN}`, `n${home.node}`]);
      expect(home.heard).toEqual([`at-${home.node}`]);
    }
    // A message from one process to the other.
    ann.send(chat({ id: 'across', to: 72, body: 'over there?' }));
    expect((await ben.take('the message', hasId('across'))).getChildText('body')).toBe('over there?');
    // A request that only the leader answers is forwarded to it once, with the address of the requester.
    const asked = xml('iq', {
      type: 'get',
      id: 'lead',
      from: `u_72@${DOMAIN}/x`,
      to: `hub@n${follower.node}.${DOMAIN}`,
    });
    expect(await follower.passOn(asked)).toBe(true);
    await until(async () => leader.heard.includes('lead'));
    asked.attrs['to'] += '/passed-on';
    expect(await follower.passOn(asked)).toBe(false);
    expect(await leader.passOn(asked)).toBe(false);
    await leader.close();
    await until(async () => follower.isLeading());
    ben.send(ping('later'));
    expect((await ben.take('the answer', hasId('later'))).attrs['from']).toBe(`hub.${DOMAIN}`);
  } finally {
    for (const client of clients) client.cut();
    await Promise.all([one.close(), two.close()]);
    await prosody.stop();
  }
});
