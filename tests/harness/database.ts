import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Postgres, startPostgres } from '../../server/run/postgres.ts';

let shared: Promise<Postgres> | undefined;

/**
 * The real PostgreSQL of this test process, started when first asked for. It lies in a folder for temporary files, ends
 * with this process, however that ends, and every test that wants one gets a database of its own in it.
 */
export function sharedPostgres(): Promise<Postgres> {
  shared ??= start();
  return shared;
}

async function start(): Promise<Postgres> {
  const folder = mkdtempSync(join(tmpdir(), 'gemcall-postgres-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const password = randomBytes(12).toString('hex');
  return startPostgres({ folder: join(folder, 'cluster'), password, durable: false, log: () => {} });
}

/** Address of a fresh and empty database. */
export async function freshDatabase(): Promise<string> {
  const postgres = await sharedPostgres();
  const name = `test_${randomBytes(6).toString('hex')}`;
  await postgres.create(name);
  return postgres.url(name);
}

/** For the end of a worker, where the test runner waits for open handles. */
export async function stopSharedPostgres(): Promise<void> {
  const postgres = await shared;
  shared = undefined;
  await postgres?.stop();
}
