import { createServer } from 'node:net';
import { afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { hashPassword, verifyPassword } from '../../server/account/passwords.ts';
import { readConfig } from '../../server/config.ts';
import { openDatabase } from '../../server/database/connect.ts';
import { seedDemo } from '../../server/demo/seed.ts';
import { createLog } from '../../server/log.ts';
import { type RunningServer, startServer } from '../../server/main.ts';
import type { ServerPart } from '../../server/part.ts';
import { allParts, type CreateParts } from '../../server/parts.ts';
import { hold } from '../../server/wallet/ledger.ts';
import { freshDatabase } from '../harness/postgres.ts';

/** OLD_OPERATIONS=1000000 shows the same with as many as there may be. */
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

/** All parts but those that need an XMPP server, and these. */
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

describe('the configuration', () => {
  test('requires a secret with relay servers, relay servers in relay-only mode, and valid addresses', () => {
    expect(() => settings({ TURN_URL: 'turn:relay.test' })).toThrow('TURN_SECRET');
    expect(() => settings({ RELAY_ONLY: 'on' })).toThrow('TURN_URL');
    expect(() => settings({ TURN_URL: 'https://relay.test', TURN_SECRET: 's' })).toThrow('turns:');
    const { relays } = settings({ TURN_URL: 'turn:a.test:3478?transport=udp, turns:a.test', TURN_SECRET: 's' });
    expect(relays.turnUrls).toEqual(['turn:a.test:3478?transport=udp', 'turns:a.test']);
  });

  test('names every fault in one line', () => {
    const read = () => readConfig({ PORT: 'many', DEMO: 'maybe' });
    expect(read).toThrow(/^Bad configuration\. PORT: .*; DATABASE_URL: .*; DEMO: [^\n]*$/);
  });

  test('has defaults for all but the database', () => {
    expect(readConfig({ DATABASE_URL: 'postgres://h/d' })).toMatchObject({ port: 4600, demo: false, rateLimits: true });
  });
});

describe('a server process', () => {
  test('starts beside another on one database, and each answers', async () => {
    running.push(...(await Promise.all([start(), start()])));
    for (const { url } of running) expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ status: 'ok' });
  });

  test('starts with many old operations and a locked table, and deletes them later', async () => {
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

  test('closes what it started when a part or the port fails', async () => {
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
  test('is added once, and a second start changes nothing', async () => {
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

describe('passwords', () => {
  test('are salted, and match only themselves', async () => {
    const [one, two] = await Promise.all([hashPassword('päss'), hashPassword('päss')]);
    expect(one).not.toBe(two);
    expect(await verifyPassword('pa\u0308ss', one)).toBe(true);
    expect(await verifyPassword('pass', one)).toBe(false);
    expect(await verifyPassword('', null)).toBe(false);
  });
});
