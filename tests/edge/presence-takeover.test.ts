import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { watchSource } from '../../server/domains/discovery/watching.ts';
import { PgPresence, PRESENCE_CHANGED } from '../../server/domains/people/presence.ts';
import { openDatabase } from '../../server/platform/database/connect.ts';
import { startProsody } from '../../server/platform/prosody/supervisor.ts';
import { engineAt, type Realtime, startRealtime } from '../../server/platform/realtime/realtime.ts';
import { reachable } from '../../server/platform/services/service.ts';
import { watchPresence } from '../../server/platform/services/watchers.ts';
import { freshDatabase } from '../harness/postgres/postgres.ts';
import { openRaw, signIn } from '../harness/raw-client.ts';
import { fakePorts, listen, PASS_KEY, tokenOf } from '../harness/servers/xmpp-server.ts';
import { news, watch } from './watch.ts';

const silent = { info: () => undefined, warn: () => undefined };
const DOMAIN = 'localhost';
const dataDir = mkdtempSync(join(tmpdir(), 'gemcall-takeover-'));
const closers: (() => Promise<unknown>)[] = [];
let noted: (uid: number) => Promise<boolean>;
let part: (node: string) => Promise<Realtime & { url: string }>;

beforeAll(async () => {
  const databaseUrl = await freshDatabase(inject('postgresUrl'), 'migrated');
  const { db, pool, close } = openDatabase(databaseUrl, () => undefined);
  noted = async (uid) => ((await pool.query('select from online_stream where uid = $1', [uid])).rowCount ?? 0) > 0;
  const prosody = await startProsody({
    dataDir,
    domain: DOMAIN,
    secrets: { component: 'secret', pass: PASS_KEY },
    nodes: ['1', '2'],
    log: silent,
  });
  closers.push(close, prosody.stop);
  part = async (node) => {
    const httpServer = createServer();
    const source = watchSource(db, new PgPresence(db));
    const watching = reachable('gate', ({ send, here }) =>
      watchPresence({ domain: DOMAIN, log: silent, source, send, here }),
    );
    const realtime = await startRealtime({
      httpServer,
      databaseUrl,
      domain: DOMAIN,
      node,
      allowedOrigins: [],
      allowMissingOrigin: true,
      rateLimits: false,
      prosody: { shared: engineAt(prosody), secrets: { component: 'secret', pass: PASS_KEY } },
      services: [watching],
      channels: [{ name: PRESENCE_CHANGED, onNews: (payload) => watching.current()?.changed(payload) }],
      log: silent,
      ports: fakePorts(),
    });
    return { ...realtime, url: `ws://127.0.0.1:${await listen(httpServer)}/xmpp-websocket` };
  };
});
afterAll(async () => {
  for (const close of closers.toReversed()) await close();
  rmSync(dataDir, { recursive: true, force: true });
});

async function connect(url: string, uid: number) {
  const client = await openRaw(url);
  await signIn(client, { user: `u_${uid}`, token: tokenOf(uid), domain: DOMAIN });
  return client;
}

test('presence is announced across processes, and continues when the leading process ends', async () => {
  const [one, two] = [await part('1'), await part('2')];
  closers.push(two.close, one.close);
  await expect.poll(() => one.isLeading() || two.isLeading(), { timeout: 20_000, interval: 5 }).toBe(true);
  const [leader, follower] = one.isLeading() ? [one, two] : [two, one];
  await Promise.all([leader.components.whenOnline(), follower.components.whenOnline()]);
  const ann = await connect(follower.url, 11);
  expect(await watch(ann, [12, 13])).toEqual({ 12: 'offline', 13: 'offline' });
  const ben = await connect(leader.url, 12);
  await news(ann, 12, 'online');
  ben.close();
  await news(ann, 12, 'offline');
  await expect.poll(() => noted(11), { timeout: 20_000, interval: 5 }).toBe(true);
  await leader.close();
  const cid = await connect(follower.url, 13);
  await news(ann, 13, 'online');
  cid.cut();
  ann.cut();
});
