import { renameSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createReadiness } from '../../../server/platform/process/readiness.ts';
import { freePort } from '../../../server/platform/prosody/ports.ts';
import { boundHere } from '../../../tools/test/slow-machine.ts';
import { type Product, startProduct } from '../../harness/browser/product.ts';
import { freshDatabase } from '../../harness/postgres/postgres.ts';
import { startProxy, type TcpProxy } from '../../harness/servers/proxy.ts';

let product: Product;
let between: TcpProxy;
let databaseUrl: string;
let metricsPort: number;
/** A user of the database with the rights of its owner, whose connections can be limited. */
let role: string;

beforeAll(async () => {
  databaseUrl = await freshDatabase(inject('postgresUrl'), 'demo');
  const { host, pathname, username } = new URL(databaseUrl);
  between = await startProxy(host);
  role = `server_of_${pathname.slice(1)}`;
  await asOwner(`create role ${role} login password 'server' in role ${username}`);
  const through = new URL(databaseUrl);
  Object.assign(through, { port: String(between.port), username: role, password: 'server' });
  metricsPort = await freePort();
  product = await startProduct({ databaseUrl: through.href, env: { METRICS_PORT: String(metricsPort) } });
});
afterAll(async () => {
  await product.stop();
  await between.close();
});

async function ask() {
  const begun = performance.now();
  const answer = await fetch(`${product.url}/readyz`);
  return { status: answer.status, said: await answer.json(), ms: performance.now() - begun };
}
async function asOwner(...statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}
/** Whether a line of the log says that the process is not ready for this cause. */
const isLogged = (cause: string) =>
  product
    .logs()
    .split('\n')
    .some((line) => line.includes('"msg":"not ready"') && line.includes(cause));
const isReady = async () => (await ask()).status === 200;
const READY = { timeout: 20_000, interval: 50 };
const CAUSE_WITHIN = { timeout: boundHere(10_000), interval: 50 };
const BACK_WITHIN = { timeout: boundHere(30_000), interval: 50 };

describe('the readiness check', () => {
  test('a process is ready when it has its database, its migrations and its XMPP server', async () => {
    expect(await ask()).toMatchObject({ status: 200, said: { status: 'ready' } });
  });

  test('a process is not ready within a second when the database hangs, and ready again afterwards', async () => {
    between.blackhole(true);
    const { ms, ...answer } = await ask();
    expect(answer).toEqual({
      status: 503,
      said: { status: 'not ready', missing: ['the database does not answer in time'] },
    });
    expect(ms).toBeLessThan(boundHere(1_000));
    between.blackhole(false);
    await expect.poll(isReady, READY).toBe(true);
  });

  test('a process is not ready when the database is gone, and the answer does not contain its address', async () => {
    between.refuse(true);
    between.reset();
    const { status, said } = await ask();
    expect(status).toBe(503);
    expect(said.missing).toEqual([expect.stringMatching(/^the database does not answer( in time)?$/)]);
    between.refuse(false);
    await expect.poll(isReady, READY).toBe(true);
  });

  test('a process is not ready within a second when the XMPP server is stopped, and ready again after a restart of it', async () => {
    const pid = product.prosodyPid() ?? 0;
    process.kill(pid, 'SIGSTOP');
    const { ms, ...answer } = await ask();
    expect(answer).toEqual({
      status: 503,
      said: { status: 'not ready', missing: [expect.stringMatching(/^the XMPP server does not answer/)] },
    });
    expect(ms).toBeLessThan(boundHere(1_000));
    await product.killProsody();
    await product.prosodyBack(pid);
    await expect.poll(isReady, READY).toBe(true);
  });

  test('a process is not ready when its data folder is lost while it runs, and ready again when it is back', async () => {
    renameSync(product.dataDir, `${product.dataDir}.lost`);
    expect(await ask()).toMatchObject({
      status: 503,
      said: { missing: expect.arrayContaining(['the data folder is lost (DATA_DIR)']) },
    });
    renameSync(`${product.dataDir}.lost`, product.dataDir);
    await expect.poll(isReady, READY).toBe(true);
  });

  test('a process is not ready when each answer of the database takes long, and ready again afterwards', async () => {
    between.delay(1_500);
    await expect
      .poll(async () => (await ask()).said.missing ?? [], READY)
      .toContainEqual('the database does not answer in time');
    between.delay(0);
    await expect.poll(isReady, READY).toBe(true);
  });

  test('a process is not ready, and logs the cause, when the database has no free connection, and ready again without a restart', async () => {
    const cause = 'the database has no free connection';
    await asOwner(
      `alter role ${role} connection limit 0`,
      `select pg_terminate_backend(pid) from pg_stat_activity where usename = '${role}'`,
    );
    await expect
      .poll(async () => (await ask()).said.missing ?? [], CAUSE_WITHIN)
      .toContainEqual(expect.stringContaining(cause));
    await expect.poll(() => isLogged(cause), CAUSE_WITHIN).toBe(true);
    await asOwner(`alter role ${role} connection limit -1`);
    await expect.poll(isReady, BACK_WITHIN).toBe(true);
  });

  test('a process is not ready, by /readyz, a line and a metric, when no process has led for ten seconds, and ready again afterwards', async () => {
    const cause = 'no process runs the shared jobs';
    const leaderless = async () => {
      const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
      return Number(/^gemcall_leaderless_seconds (\S+)$/m.exec(text)?.[1]);
    };
    expect(await leaderless()).toBeLessThan(10);
    const holder = new pg.Client({ connectionString: databaseUrl });
    await holder.connect();
    // No process can renew the lease.
    await holder.query('begin');
    await holder.query('lock table leader in access exclusive mode');
    await expect
      .poll(async () => (await ask()).said.missing ?? [], { timeout: boundHere(20_000), interval: 50 })
      .toContain(cause);
    expect(await leaderless()).toBeGreaterThan(10);
    await expect.poll(() => isLogged(cause), CAUSE_WITHIN).toBe(true);
    await holder.query('rollback');
    await holder.end();
    await expect.poll(isReady, BACK_WITHIN).toBe(true);
    expect(await leaderless()).toBeLessThan(10);
  });

  test('a process is not ready when a migration of its build is missing, and a later migration is no fault', async () => {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    await client.query(`insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 9999999999999)`);
    expect(await isReady()).toBe(true);
    await client.query(`update drizzle.__drizzle_migrations set created_at = -created_at where hash <> 'later'`);
    expect((await ask()).said).toEqual({
      status: 'not ready',
      missing: ['the database lacks migrations of this build'],
    });
    await client.query('update drizzle.__drizzle_migrations set created_at = abs(created_at)');
    expect(await isReady()).toBe(true);
    await client.end();
  });
});

test('a dependency that hangs is queried once for many readiness checks', async () => {
  const hanging = Promise.withResolvers<undefined>();
  let asked = 0;
  const need = {
    name: 'it',
    lacks() {
      asked += 1;
      return hanging.promise;
    },
  };
  const readiness = createReadiness([need], [], 20);
  const answers = await Promise.all(Array.from({ length: 5 }, () => readiness.missing()));
  expect(answers).toEqual(Array(5).fill(['it does not answer in time']));
  expect(asked).toBe(1);
  hanging.resolve(undefined);
  await hanging.promise;
  expect(await readiness.missing()).toEqual([]);
  readiness.end();
  expect(await readiness.missing()).toEqual(['this process is ending']);
});
