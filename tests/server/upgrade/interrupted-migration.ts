import { migrateDatabase } from '../../../server/platform/database/migrate.ts';
import { readMigrations } from '../../../server/platform/database/migration-files.ts';

/**
 * Migrates a database up to a migration whose last statement takes a while, so that a test can kill this process there.
 * usage: interrupted-migration.ts <database> <migration>
 */
const [url = '', tag = ''] = process.argv.slice(2);
const migrations = readMigrations();
const at = migrations.findIndex((migration) => migration.tag === tag);
const slow = migrations
  .slice(at, at + 1)
  .map((one) => ({ ...one, statements: [...one.statements, 'select pg_sleep(3)'] }));
await migrateDatabase(url, { migrations: [...migrations.slice(0, at), ...slow] });
