import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { SECOND_MS } from '../../../contract/durations.ts';
import type { Need } from '../process/readiness.ts';
import { describeStartFailure, StartError } from '../process/start-error.ts';
import type { OpenDatabase } from './connect.ts';
import {
  concurrentIndexOf,
  dropsDefinition,
  type Migration,
  readExpectedColumns,
  readMigrations,
} from './migration-files.ts';

/** Key of the advisory lock that a process has while it migrates; the same in every process. */
const MIGRATION_LOCK = 4_600_001;
const CONNECT_MS = 10_000;
/** Connect timeout of `checkDatabase`, so that a start names an unreachable database within 5 s. */
const CHECK_CONNECT_MS = 3_000;
/**
 * How long a statement of a migration waits for a lock. The statements of older processes queue behind it meanwhile, so it gives up soon
 * and tries again after a pause in which they run.
 */
const LOCK_WAIT_MS = 1_000;
const LOCK_PAUSE_MS = 2_000;
/** How long a try waits for the end of running dumps; the readiness checks of older processes wait behind it. */
const DUMP_WAIT_MS = 100;
const PROGRESS_EVERY_MS = 5_000;
/** SQLSTATE `lock_not_available`: a statement did not get its lock within `lock_timeout`. */
const NO_LOCK = '55P03';
/** SQLSTATE `undefined_table`: the readiness check then reports that migrations are missing. */
const NO_TABLE = '42P01';
/** SQLSTATE `too_many_connections`, which the readiness check names. */
const NO_SLOT = '53300';
const NAMED_MAX = 3;
/** Cause and remedy for a database whose applied migrations are not the first ones of this build. */
const OTHER_LIST =
  'a build with another list of migrations has migrated it; start that build, or restore a backup from before it';
/**
 * SHA-256 hashes of earlier texts of the baseline, which are accepted: they differ in comments and in a start value that is only compared
 * for equality.
 */
const EARLIER_BASELINES: readonly string[] = [
  'befc45b65f97e593c06403d010c1d126fc3105d1106c043e4e3d75b0e6a04370',
  'a316acda6c69704841fd1b32d3f8d9ed2a3e49a811c97db49db0402f949305b8',
  '0a27f2b6dd29bd247c6ae66a26b97d49911f945a0da99d2512dfed86b150153f',
];

/** The event that a process logs while it migrates. Supervisors wait for it without a limit as long as new lines follow. */
export const MIGRATING = 'migrating the database';

/** Receives an event of a migration with its fields, as the `info` of a logger does. */
export type ReportMigration = (fields: object, event: string) => void;

/** Options of `migrateDatabase`; tests pass migrations of their own and shorter times. */
export type MigrationOptions = {
  readonly report?: ReportMigration;
  readonly migrations?: readonly Migration[];
  readonly lockWaitMs?: number;
  readonly lockPauseMs?: number;
  readonly progressEveryMs?: number;
};

/**
 * Migrates the database to this build, at the start of each process and tool. Concurrent processes wait for the one that migrates. Each
 * migration is one transaction; one that does not get a lock within a second is rolled back and tried again, without a limit, while
 * `report` names the session that holds the lock. A migration of concurrent indexes runs outside a transaction (`buildIndexes`). Throws a
 * `StartError` when a migration fails, and for a database that this build cannot use: another encoding, read-only, older than 0.1, newer
 * than this build, migrated by another list, with a migration that was changed after it was applied, or without columns of this build.
 */
export async function migrateDatabase(url: string, options: MigrationOptions = {}): Promise<void> {
  const { report = () => undefined, migrations = readMigrations() } = options;
  const client = await connect(url);
  try {
    await refuseUnusable(client);
    await lockMigrations(client, report);
    await needMigrationsTable(client);
    const applied = await readApplied(client);
    refuseForeignHistory(applied, migrations);
    const newest = applied.at(-1)?.createdAt ?? Number.NEGATIVE_INFINITY;
    const missing = migrations.filter(({ createdAt }) => createdAt > newest);
    for (const migration of missing) await apply(client, url, migration, options);
    if (options.migrations === undefined) await refuseMissingColumns(client);
  } finally {
    await client.end();
  }
}

/**
 * Throws a `StartError` for a database that does not answer within 3 s, that is behind a pooler in transaction mode, in which this user
 * lacks rights, or whose encoding, mode or history `migrateDatabase` would refuse. Changes nothing.
 */
export async function checkDatabase(url: string): Promise<void> {
  const client = await connect(url, CHECK_CONNECT_MS);
  try {
    await refuseUnusable(client);
    await refusePooler(client, url);
    if (await isMigrated(client)) {
      await refuseWithoutTables(client);
      refuseForeignHistory(await readApplied(client), readMigrations());
    } else await refuseWithoutRights(client);
  } finally {
    await client.end();
  }
}

async function connect(url: string, timeoutMs = CONNECT_MS): Promise<pg.Client> {
  try {
    // A connection of its own: it holds the session lock, and has no statement timeout.
    const client = new pg.Client({
      connectionString: url,
      keepAlive: true,
      connectionTimeoutMillis: timeoutMs,
      application_name: 'gemcall migration',
    });
    // A broken connection fails the active query; without a listener it would also end the process.
    client.on('error', () => undefined);
    await client.connect();
    return client;
  } catch (error) {
    const { host, pathname } = new URL(url);
    const cause = describeStartFailure(error);
    throw new StartError(
      `failed to connect to the database ${pathname.slice(1)} at ${host}: ${cause}; start it, or correct DATABASE_URL`,
    );
  }
}

/** Whether the table of applied migrations exists, which the first migration of a database creates. */
async function isMigrated(client: pg.Client): Promise<boolean> {
  // Read from the catalogue, because `to_regclass` fails without the right to use the schema.
  const { rows } = await client.query<{ found: boolean }>(
    `select count(*) > 0 as found from pg_tables where schemaname = 'drizzle' and tablename = '__drizzle_migrations'`,
  );
  return rows[0]?.found ?? false;
}

/** Refuses an empty database in which this user may not create the schema and the tables. */
async function refuseWithoutRights(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string; role: string; allowed: boolean }>(
    `select current_database() as name, current_user as role,
       has_database_privilege(current_database(), 'create') and has_schema_privilege('public', 'create') as allowed`,
  );
  const [state] = rows;
  if (state === undefined || state.allowed) return;
  throw new StartError(
    `the user ${state.role} may not create tables in the database ${state.name}; make it the owner: alter database ${state.name} owner to ${state.role}`,
  );
}

/** Refuses a migrated database whose tables this user cannot use, such as one that was restored by another user. */
async function refuseWithoutTables(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string; role: string; owner: string; schema: string; total: string }>(
    `select nspname || '.' || relname as name, current_user as role, pg_get_userbyid(relowner) as owner, count(*) over () as total
     from pg_class join pg_namespace on pg_namespace.oid = relnamespace
     where nspname in ('public', 'drizzle') and relkind = 'r' and not (
       has_schema_privilege(relnamespace, 'usage') and has_table_privilege(pg_class.oid, 'select')
       and has_table_privilege(pg_class.oid, 'insert') and has_table_privilege(pg_class.oid, 'update')
       and has_table_privilege(pg_class.oid, 'delete'))
     order by 1 limit 1`,
  );
  const [found] = rows;
  if (found === undefined) return;
  throw new StartError(
    `the user ${found.role} may not use ${found.total} tables of the database, such as ${found.name} of ${found.owner}; name their owner in DATABASE_URL, or restore as ${found.role}`,
  );
}

/**
 * Refuses a pooler that gives a session to other clients between transactions: notifications, leases and the lock of migrations need a
 * session of their own. A pooler reports another process id than that of its server; then a second session finds out whether
 * sessions are shared.
 */
async function refusePooler(client: pg.Client, url: string): Promise<void> {
  const pidOf = async (session: pg.Client) =>
    (await session.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid;
  const pid = await pidOf(client);
  if (pid === processIdOf(client)) return;
  const other = await connect(url, CHECK_CONNECT_MS);
  try {
    await other.query('begin');
    if ((await pidOf(other)) !== pid && (await pidOf(client)) === pid) return;
  } finally {
    await other.end();
  }
  throw new StartError(
    'DATABASE_URL names a pooler in transaction mode; name PostgreSQL itself, and the pooler in DATABASE_POOLER',
  );
}

/** The process id of the session as the server reported it at its start, which the types of pg lack. */
const processIdOf = (client: pg.Client): unknown => Reflect.get(client, 'processID');

/** Refuses a database that cannot store every text, or that cannot be written. */
async function refuseUnusable(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ encoding: string; replica: boolean; readonly: string }>(
    `select current_setting('server_encoding') as encoding, pg_is_in_recovery() as replica,
       current_setting('transaction_read_only') as readonly`,
  );
  const [state] = rows;
  if (state === undefined) return;
  if (state.encoding !== 'UTF8') {
    const remedy = "create it with: create database <name> encoding 'UTF8' template template0";
    throw new StartError(`the database has the encoding ${state.encoding}, but UTF8 is required; ${remedy}`);
  }
  if (state.replica) throw new StartError('the database is a read-only replica; DATABASE_URL must name the primary');
  if (state.readonly === 'on') {
    throw new StartError('the database is read-only (default_transaction_read_only); make it writable');
  }
}

/** Waits for the advisory lock that only one migrating process has, and reports every 5 s while another process holds it. */
async function lockMigrations(client: pg.Client, report: ReportMigration): Promise<void> {
  await client.query(`set lock_timeout = ${PROGRESS_EVERY_MS}`);
  for (;;) {
    try {
      await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
      break;
    } catch (error) {
      if (codeOf(error) !== NO_LOCK) throw error;
      const { rows } = await client.query<{ pid: number }>(
        `select pid from pg_locks where locktype = 'advisory' and objid = $1 and granted`,
        [MIGRATION_LOCK],
      );
      report({ waitsFor: rows.map(({ pid }) => pid) }, `${MIGRATING}: another process migrates it`);
    }
  }
  await client.query('set lock_timeout = 0');
}

type Applied = { readonly hash: string; readonly createdAt: number };

/** Creates the table of drizzle's migrator if it is missing. */
async function needMigrationsTable(client: pg.Client): Promise<void> {
  await client.query('create schema if not exists drizzle');
  await client.query(`create table if not exists drizzle.__drizzle_migrations
    (id serial primary key, hash text not null, created_at bigint)`);
}

/** Reads the applied migrations, oldest first. */
async function readApplied(client: pg.Client): Promise<readonly Applied[]> {
  const { rows } = await client.query<{ hash: string; at: string | null }>(
    'select hash, created_at as at from drizzle.__drizzle_migrations order by created_at, id',
  );
  return rows.map(({ hash, at }) => ({ hash, createdAt: Number(at) }));
}

/**
 * Refuses a database whose applied migrations are not the first ones of this build: later or unknown ones, one that was skipped, or one
 * with another hash. A database of 0.1 has the time of the baseline with the hash of its own last migration, and older migrations, which
 * no longer exist.
 */
function refuseForeignHistory(applied: readonly Applied[], migrations: readonly Migration[]): void {
  const [oldest, newest, baseline] = [applied[0], applied.at(-1), migrations[0]];
  if (oldest === undefined || newest === undefined || baseline === undefined) return;
  if (newest.createdAt < baseline.createdAt) {
    throw new StartError(
      'the database is older than gemcall 0.1: start the last commit of 0.1 on it once (CHANGELOG.md), then this one',
    );
  }
  const lastOfBuild = migrations.at(-1)?.createdAt ?? 0;
  const skipped = migrations.find(
    ({ createdAt }) => createdAt < newest.createdAt && applied.every((one) => one.createdAt !== createdAt),
  );
  if (skipped !== undefined) {
    throw new StartError(
      `the database lacks the migration ${skipped.tag}, although later ones were applied: ${OTHER_LIST}`,
    );
  }
  const unknown = applied.find(
    (one) =>
      one.createdAt >= baseline.createdAt && migrations.every((migration) => migration.createdAt !== one.createdAt),
  );
  if (unknown !== undefined && unknown.createdAt > lastOfBuild) {
    throw new StartError(
      'the database was migrated by a newer gemcall: start that version or a newer one, or restore a backup from before the upgrade',
    );
  }
  if (unknown !== undefined) {
    const created = new Date(unknown.createdAt).toISOString();
    throw new StartError(`the database has a migration of ${created} that this build does not know: ${OTHER_LIST}`);
  }
  const isAdopted = oldest.createdAt < baseline.createdAt;
  for (const migration of migrations) {
    if (isAdopted && migration === baseline) continue;
    const found = applied.find(({ createdAt }) => createdAt === migration.createdAt);
    if (found === undefined || found.hash === migration.hash) continue;
    if (EARLIER_BASELINES.includes(found.hash)) continue;
    throw new StartError(
      `the migration ${migration.tag} was changed after it was applied to this database: restore the file, and make changes by a new one`,
    );
  }
}

/** Applies one migration, in a transaction again and again until it gets its locks, or index by index. */
async function apply(client: pg.Client, url: string, migration: Migration, options: MigrationOptions): Promise<void> {
  const { report = () => undefined, lockWaitMs = LOCK_WAIT_MS, lockPauseMs = LOCK_PAUSE_MS } = options;
  const { progressEveryMs = PROGRESS_EVERY_MS } = options;
  const { tag } = migration;
  const startedAt = performance.now();
  const seconds = () => Math.round((performance.now() - startedAt) / SECOND_MS);
  report({ migration: tag }, MIGRATING);
  const observer = await connect(url);
  const timer = setInterval(() => report({ migration: tag, seconds: seconds() }, MIGRATING), progressEveryMs);
  try {
    if (migration.statements.every((statement) => concurrentIndexOf(statement) !== undefined)) {
      await buildIndexes(client, migration);
      report({ migration: tag, seconds: seconds() }, `${MIGRATING}: done`);
      return;
    }
    for (;;) {
      const blockers = watchBlockers(client, observer, lockWaitMs / 4);
      try {
        await runInTransaction(client, migration, lockWaitMs);
        report({ migration: tag, seconds: seconds() }, `${MIGRATING}: done`);
        return;
      } catch (error) {
        if (codeOf(error) !== NO_LOCK) throw error;
        report({ migration: tag, waitsFor: await blockers.stop() }, `${MIGRATING}: a lock is held, trying again`);
        await wait(lockPauseMs);
      } finally {
        await blockers.stop();
      }
    }
  } catch (error) {
    throw new StartError(`the migration ${tag} failed: ${describeStartFailure(error)}`);
  } finally {
    clearInterval(timer);
    await observer.end();
  }
}

async function runInTransaction(
  client: pg.Client,
  { statements, hash, createdAt }: Migration,
  lockWaitMs: number,
): Promise<void> {
  await client.query('begin');
  try {
    await client.query(`set local lock_timeout = ${lockWaitMs}`);
    // Every dump locks this table too, so that this waits for the dumps that are running; not for long, because readiness reads it.
    if (statements.some(dropsDefinition)) {
      await client.query(`set local lock_timeout = ${Math.min(DUMP_WAIT_MS, lockWaitMs)}`);
      await client.query('lock table drizzle.__drizzle_migrations in access exclusive mode');
      await client.query(`set local lock_timeout = ${lockWaitMs}`);
    }
    for (const statement of statements) await client.query(statement);
    await record(client, { hash, createdAt });
    await client.query('commit');
  } catch (error) {
    // A broken connection has no transaction any more; the first error is the cause.
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

/**
 * Builds indexes outside a transaction (`CREATE INDEX CONCURRENTLY`), so that the table can be written meanwhile. PostgreSQL waits for all
 * transactions that are open, such as that of a dump, without hindering others. An index whose earlier build failed or was killed exists,
 * but is invalid: it is dropped and built again.
 */
async function buildIndexes(client: pg.Client, { statements, hash, createdAt }: Migration): Promise<void> {
  for (const statement of statements) {
    const name = concurrentIndexOf(statement);
    const { rows } = await client.query<{ valid: boolean }>(
      'select indisvalid as valid from pg_index where indexrelid = to_regclass(quote_ident($1))',
      [name],
    );
    if (rows[0]?.valid) continue;
    if (rows[0]) await client.query(`drop index concurrently "${name}"`);
    await client.query(statement);
  }
  await record(client, { hash, createdAt });
}

const record = (client: pg.Client, { hash, createdAt }: Pick<Migration, 'hash' | 'createdAt'>) =>
  client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [hash, createdAt]);

/** A session that holds a lock for which a migration waits. */
type Blocker = { readonly pid: number; readonly program: string; readonly state: string; readonly seconds: number };

const BLOCKERS = `
  select pid, application_name as program, coalesce(state, backend_type) as state,
    coalesce(round(extract(epoch from clock_timestamp() - xact_start)), 0)::int as seconds
  from pg_stat_activity where pid = any (pg_blocking_pids($1))`;

/** Looks for the sessions that hold the lock, from another session and several times in each wait. `stop` returns what was seen last. */
function watchBlockers(client: pg.Client, observer: pg.Client, everyMs: number) {
  const pid = processIdOf(client);
  let seen: readonly Blocker[] = [];
  let looking: Promise<void> | undefined;
  const look = async () => {
    const { rows } = await observer.query<Blocker>(BLOCKERS, [pid]);
    if (rows.length > 0) seen = rows;
  };
  const timer = setInterval(() => {
    // After a failed query the report names the holders seen before, or none. A slow database gets one query at a time.
    looking ??= look()
      .catch(() => undefined)
      .finally(() => {
        looking = undefined;
      });
  }, everyMs);
  return {
    async stop() {
      clearInterval(timer);
      await looking;
      return seen;
    },
  };
}

/**
 * Refuses a database that lacks columns of this build although all migrations are recorded: one of them was changed after it was applied,
 * or the schema was changed by hand. Without this check the statements that use the column would fail later.
 */
async function refuseMissingColumns(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public'`,
  );
  const existing = new Set(rows.map(({ name }) => name));
  const missing = readExpectedColumns().filter((name) => !existing.has(name));
  if (missing.length === 0) return;
  const named = missing.slice(0, NAMED_MAX).join(', ');
  const more = missing.length > NAMED_MAX ? ` and ${missing.length - NAMED_MAX} more` : '';
  throw new StartError(
    `the database lacks ${named}${more}: a migration was changed after it was applied; compare with server/platform/database/schema.sql`,
  );
}

const codeOf = (error: unknown): unknown => Reflect.get(Object(error), 'code');

/**
 * Readiness check: the database answers, can be written, and has all migrations of this build. It may have more: in a rolling upgrade, old
 * processes run on the newer schema.
 */
export function needDatabase(pool: OpenDatabase['pool']): Need {
  const ours = readMigrations().map(({ createdAt }) => createdAt);
  const lacking = 'the database lacks migrations of this build';
  return {
    name: 'the database',
    async lacks() {
      try {
        const { rows } = await pool.query<{ at: string; readonly: string }>(
          `select created_at as at, current_setting('transaction_read_only') as readonly from drizzle.__drizzle_migrations`,
        );
        if (rows[0]?.readonly === 'on') return 'the database is read-only';
        const done = new Set(rows.map(({ at }) => Number(at)));
        return ours.every((at) => done.has(at)) ? undefined : lacking;
      } catch (error) {
        if (codeOf(error) === NO_TABLE) return lacking;
        if (codeOf(error) === NO_SLOT)
          return 'the database has no free connection (max_connections, or a limit of its user)';
        throw error;
      }
    },
  };
}
