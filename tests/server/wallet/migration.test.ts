import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { openDatabase } from '../../../server/database/connect.ts';
import { migrateDatabase } from '../../../server/database/migrate.ts';
import { auditLedger } from '../../../server/wallet/audit.ts';
import { freshDatabase } from '../../harness/postgres.ts';
import { temporaryFolder } from '../../harness/temporary.ts';

const MIGRATIONS = join(import.meta.dirname, '../../../server/database/migrations');

/** The migrations up to the one before the ledger. */
function earlierMigrations(): string {
  const folder = temporaryFolder('migrations');
  cpSync(MIGRATIONS, folder, { recursive: true });
  const journalFile = join(folder, 'meta/_journal.json');
  const journal = JSON.parse(readFileSync(journalFile, 'utf8'));
  const entries = journal.entries.filter((entry: { tag: string }) => entry.tag < '0007');
  writeFileSync(journalFile, JSON.stringify({ ...journal, entries }));
  return folder;
}

test('balances from before the ledger are kept, each with an opening posting', async () => {
  const url = await freshDatabase(inject('postgresUrl'));
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await migrate(drizzle(client), { migrationsFolder: earlierMigrations() });
  await client.query(`insert into account (uid, role, nick_name) select uid, 2, 'X' from generate_series(1, 3) uid`);
  await client.query(
    `insert into balance values (1, 'gems', 1000, 0), (1, 'silver', 7, 5), (2, 'gems', 0, 90), (3, 'gems', 4294967296, 0)`,
  );
  await migrateDatabase(url);
  const { rows } = await client.query(
    'select uid::int, currency, amount::text, spent::int from wallet where uid > 0 order by uid, currency',
  );
  expect(rows).toEqual([
    { uid: 1, currency: 'gems', amount: '1000', spent: 0 },
    { uid: 1, currency: 'silver', amount: '7', spent: 5 },
    { uid: 2, currency: 'gems', amount: '0', spent: 90 },
    { uid: 3, currency: 'gems', amount: '4294967296', spent: 0 },
  ]);
  await client.end();
  const { db, close } = openDatabase(url, () => undefined);
  expect(await auditLedger(db)).toEqual([]);
  await close();
});
