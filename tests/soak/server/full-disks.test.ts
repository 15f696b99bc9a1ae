import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, expect, inject, test } from 'vitest';
import { SECOND_MS } from '../../../contract/durations.ts';
import { endpoints } from '../../../contract/endpoints.ts';
import { auditLedger } from '../../../server/domains/wallet/audit.ts';
import { openDatabase } from '../../../server/platform/database/connect.ts';
import { type Product, startProduct } from '../../harness/browser/product.ts';
import { logIn } from '../../harness/core-people.ts';
import { envelope } from '../../harness/envelope.ts';
import { startOwnPostgres } from '../../harness/postgres/own-postgres.ts';
import { emptyDatabase, freshDatabase } from '../../harness/postgres/postgres.ts';
import { until } from '../../harness/servers/kept-server.ts';
import { temporaryFolder } from '../../harness/temporary.ts';
import { report } from './size.ts';

// Disks of their own (tmpfs, so root is needed), which a file fills to the last byte.

const CAUSE_MS = 10 * SECOND_MS;
const BACK_MS = 30 * SECOND_MS;
const CHUNK = Buffer.alloc(65_536);
const GUESTS_AT_ONCE = 20;

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

/** Mounts a disk; `fill` leaves no byte of it, and `free` gives the space back. */
function mountDisk(megabytes: number) {
  const folder = temporaryFolder('full-disk');
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder]);
  closers.push(() => execFileSync('umount', ['-l', folder]));
  const ballast = join(folder, 'ballast');
  return {
    folder,
    fill() {
      const file = openSync(ballast, 'w');
      for (let size = CHUNK.length; size >= 1; size = Math.floor(size / 2)) {
        try {
          for (;;) writeSync(file, CHUNK, 0, size);
        } catch {
          // No space for a chunk of this size is left: a smaller one may fit.
        }
      }
      closeSync(file);
    },
    free: () => rmSync(ballast),
  };
}

async function readiness({ url }: Product): Promise<readonly string[]> {
  const answer = await fetch(`${url}/readyz`);
  const { missing = [] } = await answer.json();
  return answer.status === 200 ? [] : missing;
}
const isReady = async (product: Product) => (await readiness(product)).length === 0;

/** Asks once for the account of a new guest, whatever the answer. */
const tryLogin = ({ url }: Product) =>
  fetch(`${url}${endpoints.login.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify(envelope({ openId: randomUUID(), channel: 'guest' })),
  });

test('the cause is named within 10 s when the disk of the database is full, and the product is back within 30 s of free space', async () => {
  const disk = mountDisk(400);
  const postgres = await startOwnPostgres(disk.folder);
  closers.push(postgres.stop);
  const databaseUrl = await emptyDatabase(postgres.url);
  const product = await startProduct({ databaseUrl, demo: false, distDir: '/nowhere' });
  closers.push(product.stop);
  await until('the product to be ready', () => isReady(product), BACK_MS);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  // Otherwise PostgreSQL may need the next file of its log meanwhile, and ends: then a person has to start it again.
  await client.query('select pg_switch_wal()');
  await client.query('checkpoint');
  await client.end();

  disk.fill();
  const cause = 'the disk of the database is full';
  const startedAt = performance.now();
  await until(
    'the cause in /readyz',
    async () => {
      await Promise.all(Array.from({ length: GUESTS_AT_ONCE }, () => tryLogin(product)));
      return (await readiness(product)).includes(cause);
    },
    CAUSE_MS,
  );
  const namedMs = performance.now() - startedAt;
  await until('the cause in the log', () => product.logs().includes(cause), CAUSE_MS);
  expect((await fetch(`${product.url}/healthz`)).status).toBe(200);

  disk.free();
  const freedAt = performance.now();
  await until('the product to be ready', () => isReady(product), BACK_MS);
  const backMs = performance.now() - freedAt;
  await logIn(product.url, randomUUID(), 'late');
  const { db, close } = openDatabase(databaseUrl, () => undefined);
  expect(await auditLedger(db)).toEqual([]);
  await close();
  report('full disk of the database', { 'named, ms': Math.round(namedMs), 'back, ms': Math.round(backMs) });
});

test('everything but uploads goes on when the disk of DATA_DIR is full, also after a crash of Prosody', async () => {
  const disk = mountDisk(200);
  const dataDir = join(disk.folder, 'data');
  mkdirSync(dataDir);
  const databaseUrl = await freshDatabase(inject('postgresUrl'), 'migrated');
  const product = await startProduct({ databaseUrl, dataDir, demo: false, distDir: '/nowhere' });
  closers.push(product.stop);
  await until('the product to be ready', () => isReady(product), BACK_MS);

  disk.fill();
  await logIn(product.url, randomUUID(), 'guest');
  expect(await readiness(product)).toEqual([]);
  await product.killProsody();
  const killedAt = performance.now();
  await until('the product to be ready on a full disk', () => isReady(product), BACK_MS);
  report('full disk of DATA_DIR', { 'back, ms': Math.round(performance.now() - killedAt) });
  await logIn(product.url, randomUUID(), 'late');
  disk.free();
});
