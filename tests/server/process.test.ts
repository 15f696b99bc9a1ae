import { createServer } from 'node:net';
import { eq } from 'drizzle-orm';
import { nanoid } from 'nanoid';
import { afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { HEADER_OPERATION } from '../../contract/api/envelope.ts';
import { endpoints } from '../../contract/endpoints.ts';
import { seedDemo } from '../../demo/accounts/seed.ts';
import { readConfig } from '../../server/config.ts';
import { lockAccess } from '../../server/domains/account/access-lock.ts';
import { hashPassword, verifyPassword } from '../../server/domains/account/passwords.ts';
import { checkToken } from '../../server/domains/account/tokens.ts';
import { hold } from '../../server/domains/wallet/ledger.ts';
import type { ServerPart } from '../../server/part.ts';
import { allParts, type CreateParts } from '../../server/parts.ts';
import { serverClock } from '../../server/platform/clock.ts';
import { account } from '../../server/platform/database/account.ts';
import { LEADER_TRUSTED_MS } from '../../server/platform/database/bounds.ts';
import { openDatabase } from '../../server/platform/database/connect.ts';
import { readNewestTime } from '../../server/platform/database/newest-time.ts';
import { isReachable } from '../../server/platform/http/listen.ts';
import { createLog } from '../../server/platform/log/log.ts';
import { type RunningServer, startServer } from '../../server/start-server.ts';
import { loginByPassword } from '../harness/browser/login.ts';
import { envelope } from '../harness/envelope.ts';
import { freshDatabase } from '../harness/postgres/postgres.ts';

/** OLD_OPERATIONS=1000000 tests the start with the largest expected number of rows. */
const FEW = 5_000;
const OLD_OPERATIONS = Number(process.env['OLD_OPERATIONS'] ?? FEW);
let databaseUrl: string;
const running: RunningServer[] = [];
const silent = createLog('silent');

beforeAll(async () => {
  databaseUrl = await freshDatabase(inject('postgresUrl'));
});
afterEach(async () => {
  for (const server of running.splice(0)) await server.close();
});

/** Creates all parts except those that need an XMPP server, and these further ones. */
const partsAnd =
  (...further: ServerPart[]): CreateParts =>
  (around) => {
    const { all, ...rest } = allParts(around);
    return { ...rest, all: [...all.filter(({ name }) => name !== 'realtime' && name !== 'chat'), ...further] };
  };

const start = (env?: Record<string, string>, ...further: ServerPart[]) =>
  startServer(settings({ DEMO_HOSTS: 'off', ...env }), silent, partsAnd(...further));

const settings = (env: Record<string, string> = {}) =>
  readConfig({ DATABASE_URL: databaseUrl, PORT: '0', HOST: '127.0.0.1', DEMO: 'on', DIST_DIR: '/nowhere', ...env });

const post = (url: string, endpoint: 'userPwdLogin' | 'websiteConfig', data: unknown) =>
  fetch(url + endpoints[endpoint].path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', [HEADER_OPERATION]: nanoid() },
    body: JSON.stringify(envelope(data)),
  });

async function readWebsiteConfig(url: string): Promise<unknown> {
  const { data } = await (await post(url, 'websiteConfig', {})).json();
  return data;
}

describe('the configuration', () => {
  test('the configuration requires a secret with relay servers, relay servers in relay-only mode, and valid addresses', () => {
    expect(() => settings({ TURN_URL: 'turn:relay.test' })).toThrow('TURN_SECRET');
    expect(() => settings({ RELAY_ONLY: 'on' })).toThrow('TURN_URL');
    expect(() => settings({ TURN_URL: 'https://relay.test', TURN_SECRET: 's' })).toThrow('turns:');
    const { relays } = settings({ TURN_URL: 'turn:a.test:3478?transport=udp, turns:a.test', TURN_SECRET: 's' });
    expect(relays.turnUrls).toEqual(['turn:a.test:3478?transport=udp', 'turns:a.test']);
  });

  test('a bad configuration is refused with every fault in one line', () => {
    const read = () => readConfig({ PORT: 'many', DEMO: 'maybe' });
    expect(read).toThrow(/^Bad configuration\. PORT: .*; DATABASE_URL: .*; DEMO: [^\n]*$/);
  });

  test('the configuration refuses a live payment key with the free gems of a demo', () => {
    const stripe = (key: string, DEMO: string) =>
      settings({ DEMO, PAYMENTS: 'stripe', STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: 'whsec' });
    expect(() => stripe('sk_live_1', 'on')).toThrow('test key');
    expect(() => stripe('pk_test_1', 'on')).toThrow('secret or restricted key');
    expect(stripe('rk_test_1', 'on').welcomeGems).toBeGreaterThan(0);
    expect(stripe('sk_live_1', 'off').welcomeGems).toBe(0);
  });

  test('the configuration has defaults for everything except the database', () => {
    expect(readConfig({ DATABASE_URL: 'postgres://h/d' })).toMatchObject({ port: 4600, demo: false, rateLimits: true });
  });
});

describe('a server process', () => {
  test('two processes start on one database, and each answers', async () => {
    running.push(...(await Promise.all([start(), start()])));
    for (const { url } of running) expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ status: 'ok' });
  });

  test('the clock of a process that starts after the machine was set back is not behind the last lease', async () => {
    const url = await freshDatabase(inject('postgresUrl'), 'migrated');
    const { pool, close } = openDatabase(url, () => undefined);
    expect(await readNewestTime(pool)).toBe(Number.NEGATIVE_INFINITY);
    const later = new Date(Date.now() + 60_000);
    await pool.query(`insert into leader values ('jobs', 'dead', $1)`, [later]);
    expect(await readNewestTime(pool)).toBe(later.getTime() - LEADER_TRUSTED_MS);
    running.push(await start({ DATABASE_URL: url }));
    expect(serverClock.now()).toBeGreaterThanOrEqual(later.getTime() - LEADER_TRUSTED_MS);
    await close();
  });

  test('a process listens on an IPv6 address, and its URL has the brackets of one', async () => {
    const server = await start({ HOST: '::1' });
    running.push(server);
    expect(server.url).toBe(`http://[::1]:${server.port}`);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  });

  test('a process starts with many old operations and a locked table, and deletes them later', async () => {
    const url = await freshDatabase(inject('postgresUrl'), 'migrated');
    const { db, pool, close } = openDatabase(url, () => undefined);
    await seedDemo(db);
    await pool.query(
      `insert into operation (uid, endpoint, key, body_hash, created_at)
       select 100001, 'old', 'key ' || n, '', now() - interval '31 days' from generate_series(1, $1::int) n`,
      [OLD_OPERATIONS],
    );
    const locking = await pool.connect();
    await locking.query('begin');
    await locking.query('lock table operation in access exclusive mode');
    const begun = performance.now();
    const server = await start({ DATABASE_URL: url });
    running.push(server);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    const ms = performance.now() - begun;
    if (OLD_OPERATIONS > FEW) console.log(`ready after ${Math.round(ms)} ms with ${OLD_OPERATIONS} old operations`);
    await locking.query('commit');
    locking.release();
    const left = async () => (await pool.query('select from operation limit 1')).rowCount;
    await expect.poll(left, { timeout: 20_000 + OLD_OPERATIONS / 10, interval: 50 }).toBe(0);
    await close();
  });

  test('a process closes what it started when a part or the port fails', async () => {
    const ended: string[] = [];
    const good = { name: 'good', close: async () => void ended.push('good') };
    const bad = {
      name: 'bad',
      start: () => Promise.reject(new Error('no')),
      close: async () => void ended.push('bad'),
    };
    await expect(start({}, good, bad)).rejects.toThrow('no');
    const taken = createServer().listen(0, '127.0.0.1');
    await new Promise((done) => taken.once('listening', done));
    const address = taken.address();
    const port = typeof address === 'object' && address !== null ? String(address.port) : '';
    await expect(start({ PORT: port }, good)).rejects.toThrow('EADDRINUSE');
    expect(ended).toEqual(['bad', 'good', 'good']);
    taken.close();
  });
});

describe('the demo data', () => {
  test('the demo data is added once, and a second start changes nothing', async () => {
    const url = await freshDatabase(inject('postgresUrl'), 'migrated');
    const { db, pool, close } = openDatabase(url, () => undefined);
    await seedDemo(db);
    const read = async () => (await pool.query('select uid, password_hash from account order by uid')).rows;
    const first = await read();
    await hold(db, 'spend', 100001, 'gems', 4_993, { type: 'adjust', id: 'spend' });
    await seedDemo(db);
    expect(await read()).toEqual(first);
    const { rows } = await pool.query(`select amount from wallet where uid = 100001 and currency = 'gems'`);
    expect(rows).toEqual([{ amount: '7' }]);
    expect(first).toHaveLength(44);
    await close();
  });
});

describe('a public demo', () => {
  test.each([
    ['a loopback address', {}, false],
    ['a loopback name', { ALLOWED_HOSTS: 'alpha.localhost' }, false],
    ['a public name', { ALLOWED_HOSTS: 'demo.example' }, true],
    ['every address', { HOST: '0.0.0.0' }, true],
    ['every IPv6 address', { HOST: '::' }, true],
    ['an address of a local network', { HOST: '192.168.1.5' }, true],
  ])('isReachable returns whether other machines reach a server on %s', (_title, env, isPublic) => {
    expect(isReachable(settings(env))).toBe(isPublic);
  });

  test('a demo that other machines can reach is reported as public in the log and to the page', async () => {
    const lines: string[] = [];
    const log = createLog('warn', { write: (line) => void lines.push(line) });
    const server = await startServer(settings({ DEMO_HOSTS: 'off', ALLOWED_HOSTS: 'demo.example' }), log, partsAnd());
    running.push(server);
    expect(lines.filter((line) => line.includes('reachable from other machines'))).toHaveLength(1);
    expect(await readWebsiteConfig(server.url)).toMatchObject({ demo: true, publicDemo: true });
    const local = await start();
    running.push(local);
    expect(await readWebsiteConfig(local.url)).toMatchObject({ demo: true, publicDemo: false });
  });
});

describe('demo accounts on a server without the demo', () => {
  const signIn = (url: string, uid: number, passwd = 'gemcall') => post(url, 'userPwdLogin', { uid, passwd });

  test('a demo account cannot sign in with the published password when the demo is off, and can when it is on again', async () => {
    const databaseUrl = await freshDatabase(inject('postgresUrl'), 'migrated');
    const { db, close } = openDatabase(databaseUrl, () => undefined);
    const env = { DATABASE_URL: databaseUrl, RATE_LIMITS: 'off' };
    const demo = await start(env);
    const host = await loginByPassword(demo.url, 9001, 'gemcall');
    await db
      .update(account)
      .set({ passwordHash: await hashPassword('changed by its owner') })
      .where(eq(account.uid, 9002));
    await db.transaction((tx) => lockAccess(tx, 9003, 'operator'));
    await demo.close();

    const lines: string[] = [];
    const log = createLog('warn', { write: (line) => void lines.push(line) });
    const real = await startServer(settings({ ...env, DEMO: 'off' }), log, partsAnd());
    expect(lines.filter((line) => line.includes('locked demo accounts'))).toHaveLength(1);
    expect((await signIn(real.url, 9001)).status).toBe(403);
    expect((await signIn(real.url, 100001)).status).toBe(403);
    expect((await signIn(real.url, 9002, 'changed by its owner')).status).toBe(200);
    expect(await checkToken(db, { uid: 9001, token: host })).toEqual({ ok: false });
    await real.close();

    const again = await start(env);
    expect((await signIn(again.url, 9001)).status).toBe(200);
    // An account that an operator locked stays locked.
    expect((await signIn(again.url, 9003)).status).toBe(403);
    await again.close();
    await close();
  });
});

describe('passwords', () => {
  test('password hashes are salted and match only their own password', async () => {
    const [one, two] = await Promise.all([hashPassword('päss'), hashPassword('päss')]);
    expect(one).not.toBe(two);
    expect(await verifyPassword('pa\u0308ss', one)).toBe(true);
    expect(await verifyPassword('pass', one)).toBe(false);
    expect(await verifyPassword('', null)).toBe(false);
  });
});
