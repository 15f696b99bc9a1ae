import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Element } from '@xmpp/xml';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { readPresence, readPresenceNews, writeWatch } from '../../contract/people/presence.ts';
import { openDatabase } from '../../server/database/connect.ts';
import { migrateDatabase } from '../../server/database/migrate.ts';
import { watchSource } from '../../server/discovery/watching.ts';
import { PgPresence, PRESENCE_CHANGED } from '../../server/people/presence.ts';
import { startProsody } from '../../server/prosody/supervisor.ts';
import { type Realtime, startRealtime } from '../../server/realtime/realtime.ts';
import { reachable } from '../../server/services/service.ts';
import { watchPresence } from '../../server/services/watchers.ts';
import { freshDatabase } from '../harness/postgres.ts';
import { openRaw, signIn } from '../harness/raw-client.ts';
import { fakePorts, listen, PASS_KEY, tokenOf } from '../harness/xmpp-server.ts';
import { ask, GATE, news, watch } from './watch.ts';

const silent = { info: () => undefined, warn: () => undefined };
const DOMAIN = 'localhost';
const dataDir = mkdtempSync(join(tmpdir(), 'gemcall-takeover-'));
const closers: (() => Promise<unknown>)[] = [];
const auth = createServer((request, response) => request.resume().on('end', () => response.writeHead(200).end()));
let noted: (uid: number) => Promise<boolean>;
let part: () => Promise<Realtime & { url: string }>;

beforeAll(async () => {
  const databaseUrl = await freshDatabase(inject('postgresUrl'));
  await migrateDatabase(databaseUrl);
  const { db, pool, close } = openDatabase(databaseUrl, () => undefined);
  noted = async (uid) => ((await pool.query('select from online_stream where uid = $1', [uid])).rowCount ?? 0) > 0;
  const prosody = await startProsody({
    dataDir,
    domain: DOMAIN,
    secrets: { component: 'secret', auth: 'secret', pass: PASS_KEY },
    backendUrl: `http://127.0.0.1:${await listen(auth)}/`,
    log: silent,
  });
  closers.push(close, prosody.stop);
  part = async () => {
    const httpServer = createServer();
    const source = watchSource(db, new PgPresence(db));
    const watching = reachable('gate', ({ send }) => watchPresence({ domain: DOMAIN, log: silent, source, send }));
    const realtime = await startRealtime({
      httpServer,
      databaseUrl,
      domain: DOMAIN,
      allowedOrigins: [],
      allowMissingOrigin: true,
      rateLimits: false,
      prosody: { shared: prosody, secrets: { component: 'secret', pass: PASS_KEY } },
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
  auth.close();
  rmSync(dataDir, { recursive: true, force: true });
});

async function connect(url: string, uid: number) {
  const client = await openRaw(url);
  await signIn(client, { user: `u_${uid}`, token: tokenOf(uid), domain: DOMAIN });
  return client;
}

test('streams of another process outlive their gate: its successor asks them to watch again', async () => {
  const [one, two] = [await part(), await part()];
  closers.push(two.close, one.close);
  const leading = async () => (one.components() ?? two.components()) !== undefined;
  await expect.poll(leading, { timeout: 20_000, interval: 5 }).toBe(true);
  const [leader, follower] = one.components() ? [one, two] : [two, one];
  await leader.components()?.whenOnline();
  const ann = await connect(follower.url, 11);
  expect(await watch(ann, [12])).toEqual({ 12: 'offline' });
  // The next gate asks those who are noted, and a stream is noted a moment after it is there.
  await expect.poll(() => noted(11), { timeout: 20_000, interval: 5 }).toBe(true);
  await leader.close();
  const isCall = (frame: Element) => readPresenceNews(frame, GATE)?.kind === 'watch-again';
  // The first gate may have called too, late: that one is answered by nobody.
  while (ann.frames.some(isCall)) await ann.take('a late call', isCall);
  await ann.take('the call of the new gate', isCall);
  while (!readPresence(await ask(ann, writeWatch([12])))) {}
  const ben = await connect(follower.url, 12);
  await news(ann, 12, 'online');
  ben.cut();
  ann.cut();
});
