import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { endpoints } from '../../contract/endpoints.ts';
import { readConfig } from '../../server/config.ts';
import { createLog } from '../../server/platform/log/log.ts';
import { type Prosody, startProsody } from '../../server/platform/prosody/supervisor.ts';
import { engineAt } from '../../server/platform/realtime/realtime.ts';
import { type RunningServer, startServer } from '../../server/start-server.ts';
import { boundHere } from '../../tools/test/slow-machine.ts';
import { newOpenId } from '../harness/api.ts';
import { envelope } from '../harness/envelope.ts';
import { freshDatabase } from '../harness/postgres/postgres.ts';
import { type Person, startResuming } from '../harness/resuming.ts';
import { type Front, startFront } from '../harness/servers/front.ts';
import { DOMAIN, PASS_KEY } from '../harness/servers/xmpp-server.ts';

const PEOPLE = 50;
const EVERY_MS = 250;
const RESUMED_WITHIN_MS = 2_000;
const SECRET = 'component-secret';
const silent = { info: () => undefined, warn: () => undefined };
const dataDir = mkdtempSync(join(tmpdir(), 'gemcall-deploy-'));
/** The node names: each process uses a different one at the XMPP server. */
const NODES = ['1', '2', '3'];
let databaseUrl: string;
let database: pg.Client;
let prosody: Prosody;
let front: Front;

beforeAll(async () => {
  databaseUrl = await freshDatabase(inject('postgresUrl'), 'demo');
  database = new pg.Client({ connectionString: databaseUrl });
  await database.connect();
  prosody = await startProsody({
    dataDir: join(dataDir, 'engine'),
    domain: DOMAIN,
    nodes: NODES,
    secrets: { component: SECRET, pass: PASS_KEY },
    log: silent,
  });
  front = await startFront();
});
afterAll(async () => {
  await front.close();
  await prosody.stop();
  await database.end();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Starts all parts of the product on the Prosody that the processes share. */
function startProcess(node: string): Promise<RunningServer> {
  const { urls, components } = engineAt(prosody);
  return startServer(
    readConfig({
      PORT: '0',
      HOST: '127.0.0.1',
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'silent',
      RATE_LIMITS: 'off',
      TRUST_PROXY: 'loopback',
      ALLOWED_ORIGINS: `http://127.0.0.1:${front.port}`,
      NODE_ID: node,
      XMPP_DOMAIN: DOMAIN,
      XMPP_URL: urls.join(','),
      XMPP_COMPONENT: components.join(','),
      XMPP_COMPONENT_SECRET: SECRET,
      XMPP_PASS_KEY: PASS_KEY,
    }),
    createLog('silent'),
  );
}

async function signUp({ url }: RunningServer): Promise<Person> {
  const body = JSON.stringify(envelope({ openId: newOpenId(), channel: 'guest' }));
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
    body,
  };
  const { data } = await (await fetch(`${url}${endpoints.login.path}`, init)).json();
  return { id: data.userInfo.id, token: data.userInfo.vcToken };
}

const share = (sorted: readonly number[], part: number) => Math.round(sorted[Math.floor(sorted.length * part)] ?? 0);

test('every stream resumes elsewhere and no message is lost or duplicated when processes are replaced while 50 users write', async () => {
  let process = await startProcess('1');
  front.send([process.port]);
  const people: Person[] = [];
  for (let n = 0; n < PEOPLE; n += 1) people.push(await signUp(process));
  const url = `http://127.0.0.1:${front.port}`;
  const writers = await Promise.all(
    people.map((person, n) => startResuming(url, person, people[(n + 1) % PEOPLE]?.id ?? 0, EVERY_MS)),
  );
  for (const writer of writers) writer.begin();
  const sentBy = () => Math.min(...writers.map(({ sent }) => sent.length));

  for (let deploy = 1; deploy <= 2; deploy += 1) {
    const enough = sentBy() + 5;
    await expect.poll(sentBy, { timeout: 20_000 }).toBeGreaterThan(enough);
    const next = await startProcess(NODES[deploy] ?? '');
    // The proxy tries the older process first, so only its refusal sends clients to the new one.
    front.send([process.port, next.port]);
    await process.close();
    process = next;
    await expect.poll(() => writers.filter(({ breaks }) => breaks.length < deploy).length, { timeout: 20_000 }).toBe(0);
  }
  const enough = sentBy() + 5;
  await expect.poll(sentBy, { timeout: 20_000 }).toBeGreaterThan(enough);
  await Promise.all(writers.map(({ rest }) => rest()));

  const from = (n: number) => writers[(n + PEOPLE - 1) % PEOPLE]?.sent ?? [];
  const missing = () =>
    writers.flatMap((writer, n) => {
      const came = new Set(writer.came());
      return from(n).filter((id) => !came.has(id));
    });
  await expect.poll(missing, { timeout: 20_000 }).toEqual([]);
  for (const [n, writer] of writers.entries()) {
    expect(writer.lost).toEqual([]);
    expect(writer.breaks.map(({ code }) => code)).toEqual([1012, 1012]);
    expect(writer.came()).toEqual(from(n));
  }
  const sent = writers.flatMap((writer) => writer.sent);
  const { rows } = await database.query<{ mid: string; rows: string }>(
    'SELECT mid, count(*) AS rows FROM archive GROUP BY mid',
  );
  expect(rows.filter(({ rows: copies }) => copies !== '2')).toEqual([]);
  expect(rows.map(({ mid }) => mid).toSorted()).toEqual(sent.toSorted());

  const resumed = writers.flatMap(({ breaks }) => breaks.map(({ ms }) => ms)).toSorted((a, b) => a - b);
  console.log(
    `deploy: ${sent.length} messages, 0 lost, 0 doubled; resumed after ${share(resumed, 0.5)} ms (median), ${share(resumed, 0.95)} ms (p95)`,
  );
  expect(share(resumed, 0.95)).toBeLessThanOrEqual(boundHere(RESUMED_WITHIN_MS));
  for (const { leave } of writers) leave();
  await process.close();
}, 120_000);
