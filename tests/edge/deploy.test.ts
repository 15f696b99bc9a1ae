import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { endpoints } from '../../contract/endpoints.ts';
import { readConfig } from '../../server/config.ts';
import type { EdgePorts } from '../../server/edge/ports.ts';
import { clientAddress } from '../../server/http/client-address.ts';
import { createLog } from '../../server/log.ts';
import { type RunningServer, startServer } from '../../server/main.ts';
import { allParts, type CreateParts } from '../../server/parts.ts';
import { type Prosody, startProsody } from '../../server/prosody/supervisor.ts';
import { type Realtime, startRealtime } from '../../server/realtime/realtime.ts';
import { newOpenId } from '../harness/api.ts';
import { envelope } from '../harness/envelope.ts';
import { type Front, startFront } from '../harness/front.ts';
import { freshDatabase } from '../harness/postgres.ts';
import { type Person, startResuming } from '../harness/resuming.ts';
import { DOMAIN, listen } from '../harness/xmpp-server.ts';

const PEOPLE = 50;
const EVERY_MS = 250;
const RESUMED_WITHIN_MS = 2_000;
const SECRET = 'component-secret';
const silent = { info: () => undefined, warn: () => undefined };
const dataDir = mkdtempSync(join(tmpdir(), 'gemcall-deploy-'));
/** Tokens are checked elsewhere (backend.test.ts); here the XMPP server outlives the processes that could. */
const auth = createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    if (request.url === '/vcard') response.end("<vCard xmlns='vcard-temp'/>");
    else response.end('{"items":[]}');
  });
});
let databaseUrl: string;
let database: pg.Client;
let prosody: Prosody;
let front: Front;

beforeAll(async () => {
  databaseUrl = await freshDatabase(inject('postgresUrl'));
  database = new pg.Client({ connectionString: databaseUrl });
  await database.connect();
  prosody = await startProsody({
    dataDir: join(dataDir, 'engine'),
    domain: DOMAIN,
    secrets: { component: SECRET, auth: 'auth-secret' },
    authUrl: `http://127.0.0.1:${await listen(auth)}/`,
    log: silent,
  });
  front = await startFront();
});
afterAll(async () => {
  await front.close();
  await prosody.stop();
  auth.close();
  await database.end();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Everything of the product, but with the XMPP server that all processes share. */
const onOneEngine: CreateParts = (around) => {
  const { all, ...rest } = allParts(around);
  const domains = all.filter(({ name }) => name !== 'realtime');
  const ports: EdgePorts = Object.assign({}, ...domains.map(({ edge }) => edge));
  let realtime: Realtime | undefined;
  const engine = {
    name: 'realtime',
    async start({ httpServer }: { readonly httpServer: Parameters<typeof startRealtime>[0]['httpServer'] }) {
      realtime = await startRealtime({
        httpServer,
        databaseUrl,
        domain: DOMAIN,
        allowedOrigins: [`http://127.0.0.1:${front.port}`],
        rateLimits: false,
        addressOf: clientAddress(['loopback']),
        prosody: { shared: prosody, secrets: { component: SECRET } },
        services: domains.flatMap(({ services = [] }) => services),
        channels: domains.flatMap(({ channels = [] }) => channels),
        ports,
        log: silent,
      });
      around.news.caughtUp = realtime.caughtUp;
    },
    drain: async () => realtime?.drain(),
    close: async () => realtime?.close(),
  };
  return { ...rest, all: [...domains, engine] };
};

const startProcess = () =>
  startServer(
    readConfig({
      PORT: '0',
      HOST: '127.0.0.1',
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'silent',
      RATE_LIMITS: 'off',
      TRUST_PROXY: 'loopback',
    }),
    createLog('silent'),
    onOneEngine,
  );

async function signUp({ url }: RunningServer): Promise<Person> {
  const body = JSON.stringify(envelope({ openId: newOpenId(), channel: 'guest' }));
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
  const { data } = await (await fetch(`${url}${endpoints.login.path}`, init)).json();
  return { id: data.userInfo.id, token: data.userInfo.vcToken };
}

const share = (sorted: readonly number[], part: number) => Math.round(sorted[Math.floor(sorted.length * part)] ?? 0);

test('processes are replaced while 50 people write: each stream goes on elsewhere, and no message is lost or comes twice', async () => {
  let process = await startProcess();
  front.send([process.port]);
  const people: Person[] = [];
  for (let n = 0; n < PEOPLE; n += 1) people.push(await signUp(process));
  const url = `http://127.0.0.1:${front.port}`;
  const writers = await Promise.all(
    people.map((person, n) => startResuming(url, person, people[(n + 1) % PEOPLE]?.id ?? 0, EVERY_MS)),
  );
  const sentBy = () => Math.min(...writers.map(({ sent }) => sent.length));

  for (let deploy = 1; deploy <= 2; deploy += 1) {
    const enough = sentBy() + 5;
    await expect.poll(sentBy, { timeout: 20_000 }).toBeGreaterThan(enough);
    const next = await startProcess();
    // The older one comes first: only its own refusal sends people to the other.
    front.send([process.port, next.port]);
    await process.close();
    process = next;
    await expect.poll(() => writers.filter(({ breaks }) => breaks.length < deploy).length, { timeout: 20_000 }).toBe(0);
  }
  const enough = sentBy() + 5;
  await expect.poll(sentBy, { timeout: 20_000 }).toBeGreaterThan(enough);
  await Promise.all(writers.map(({ rest }) => rest()));

  const from = (n: number) => writers[(n + PEOPLE - 1) % PEOPLE]?.sent ?? [];
  await expect
    .poll(() => writers.filter((writer, n) => writer.came().length < from(n).length).length, { timeout: 20_000 })
    .toBe(0);
  for (const [n, writer] of writers.entries()) {
    expect(writer.lost).toEqual([]);
    expect(writer.breaks.map(({ code }) => code)).toEqual([1012, 1012]);
    // In their order, each once.
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
  expect(share(resumed, 0.95)).toBeLessThanOrEqual(RESUMED_WITHIN_MS);
  for (const { leave } of writers) leave();
  await process.close();
}, 120_000);
