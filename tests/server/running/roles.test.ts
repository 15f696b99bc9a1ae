import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { readConfig } from '../../../server/config.ts';
import { allParts, type CreateParts } from '../../../server/parts.ts';
import type { Job } from '../../../server/platform/jobs/jobs.ts';
import { createLog } from '../../../server/platform/log/log.ts';
import { type RunningServer, startServer } from '../../../server/start-server.ts';
import { boundHere } from '../../../tools/test/slow-machine.ts';
import { freshDatabase } from '../../harness/postgres/postgres.ts';
import { startWholeBackend } from '../../harness/servers/backend.ts';
import { startProxy, type TcpProxy } from '../../harness/servers/proxy.ts';

const TAKEN_OVER_WITHIN_MS = 6_000;
const SOMEBODY = 100_001;
let databaseUrl: string;
let database: pg.Client;
const running: RunningServer[] = [];
const lines: TcpProxy[] = [];

beforeAll(async () => {
  databaseUrl = await freshDatabase(inject('postgresUrl'), 'demo');
  database = new pg.Client({ connectionString: databaseUrl });
  await database.connect();
});
afterAll(async () => {
  await Promise.all(running.map((server) => server.close()));
  await Promise.all(lines.map((line) => line.close()));
  await database.end();
});

/** Starts a process with its own proxy to the database. `runs` has the times at which a job of the leader and a job of each process ran. */
async function startOne(role: string) {
  const line = await startProxy(Number(new URL(databaseUrl).port));
  lines.push(line);
  const url = new URL(databaseUrl);
  url.port = String(line.port);
  const runs = { leaders: [] as number[], own: [] as number[] };
  const jobs: Job[] = [
    { name: 'counted', everyMs: 50, run: async () => void runs.leaders.push(performance.now()) },
    { name: 'own', everyMs: 50, everywhere: true, run: async () => void runs.own.push(performance.now()) },
  ];
  const createParts: CreateParts = (around) => {
    const { all, ...rest } = allParts(around);
    const others = all.filter(({ name }) => name !== 'realtime' && name !== 'chat');
    const chat = all.find(({ name }) => name === 'chat');
    // Without an XMPP server, only the jobs of the chat part can run.
    return { ...rest, all: [...others, { name: 'counts', jobs: [...jobs, ...(chat?.jobs ?? [])] }] };
  };
  const env = {
    DATABASE_URL: url.href,
    PORT: '0',
    HOST: '127.0.0.1',
    DIST_DIR: '/nowhere',
    DEMO: 'on',
    DEMO_HOSTS: 'off',
  };
  const server = await startServer(readConfig({ ...env, ROLE: role }), createLog('silent'), createParts);
  running.push(server);
  return { server, line, runs };
}

const until = (condition: () => boolean, timeout = 20_000) =>
  expect.poll(condition, { timeout, interval: 5 }).toBe(true);

test('another process takes over the jobs in time when the leader loses the database, and no job takes effect twice', async () => {
  const edge = await startOne('edge');
  const one = await startOne('all');
  await until(() => one.runs.leaders.length > 0);
  const two = await startOne('jobs');
  await until(() => two.runs.own.length > 3 && edge.runs.own.length > 3);
  expect([edge.runs.leaders, two.runs.leaders]).toEqual([[], []]);
  // Work for the leader with one effect, which may be in progress when its connection goes silent.
  await database.query(`insert into online_stream (stream_id, uid, process_id) values ('it', $1, 'elsewhere')`, [
    SOMEBODY,
  ]);
  await database.query(
    `insert into maintenance_window (starts_at, ends_at) values (now() + interval '5 min', now() + interval '9 min')`,
  );

  const silentFrom = performance.now();
  one.line.blackhole(true);
  await until(() => two.runs.leaders.length > 0);
  const takenOverMs = (two.runs.leaders[0] ?? 0) - silentFrom;
  const told = async () =>
    (
      await database.query(`select from service_outbox where to_uid = $1 and payload->>'kind' = 'maintenance'`, [
        SOMEBODY,
      ])
    ).rowCount;
  await expect.poll(told, { timeout: 20_000 }).toBe(1);
  // Delivers what the first leader had sent before the cut.
  one.line.blackhole(false);
  const seen = one.runs.own.length;
  await until(() => one.runs.own.length > seen + 20);
  expect(await told()).toBe(1);
  expect(Math.max(...one.runs.leaders)).toBeLessThan(two.runs.leaders[0] ?? 0);
  expect(edge.runs.leaders).toEqual([]);
  console.log(`jobs: another process took over ${Math.round(takenOverMs)} ms after its leader was cut off`);
  expect(takenOverMs).toBeLessThanOrEqual(boundHere(TAKEN_OVER_WITHIN_MS));

  const ended = performance.now();
  await two.server.close();
  await until(() => one.runs.leaders.some((at) => at > ended));
  console.log(
    `jobs: handed over ${Math.round((one.runs.leaders.find((at) => at > ended) ?? 0) - ended)} ms after SIGTERM`,
  );
});

test('a process with the role jobs accepts no streams', async () => {
  const backend = await startWholeBackend(inject('postgresUrl'), { env: { ROLE: 'jobs' } });
  await expect(backend.open()).rejects.toThrow('503');
  expect((await fetch(`${backend.url}/readyz`)).status).toBe(200);
  await backend.close();
});
