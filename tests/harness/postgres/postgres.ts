import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import { startPostgres as start } from '../../../tools/dev/postgres.ts';
import { removeFolder, temporaryFolder } from '../temporary.ts';
import { copyCluster } from './kept-cluster.ts';

export type TestPostgres = {
  /** Administrator's address, database `postgres`. */
  readonly url: string;
  stop(): Promise<void>;
};

/** Starts a real PostgreSQL in a temporary folder on a free port, without durability. It ends with this process. */
export async function startPostgres(): Promise<TestPostgres> {
  const folder = temporaryFolder('postgres');
  const cluster = join(folder, 'cluster');
  const { password } = await copyCluster(cluster);
  const server = await start({ folder: cluster, password, durable: false, log: () => {} });
  return {
    url: server.url('postgres'),
    async stop() {
      await server.stop();
      removeFolder(folder);
    },
  };
}

/** Template databases: `migrated` has all migrations, `accounts` also the demo accounts, `demo` also their pictures, clips and stories. */
export const MADE = { migrated: 'made_migrated', accounts: 'made_accounts', demo: 'made_demo' } as const;
export type Made = keyof typeof MADE;

/**
 * Creates a database on the server at `url`, so that test files do not see each other's rows: empty, or a copy of a template or of another
 * database.
 */
export async function freshDatabase(url: string, like?: Made | URL): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await createDatabase(url, name, like instanceof URL ? like.pathname.slice(1) : like && MADE[like]);
  return addressOf(url, name);
}

/** Creates an empty database, without the trigger that `freshDatabase` adds for tests. */
export async function emptyDatabase(url: string): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await administer(url, `create database ${name}`);
  return addressOf(url, name);
}

export async function createDatabase(url: string, name: string, copyOf?: string): Promise<void> {
  await administer(url, `create database ${name} ${copyOf === undefined ? '' : `template ${copyOf}`}`);
  if (copyOf === undefined) await makeEverybodyAdult(addressOf(url, name));
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}

function addressOf(url: string, name: string): string {
  const own = new URL(url);
  own.pathname = `/${name}`;
  return own.href;
}

/** Gives every account an adult's birth date by default, as soon as a migration adds the column. A test of unknown age deletes it again. */
async function makeEverybodyAdult(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`
    create function everybody_is_adult() returns event_trigger language plpgsql as $$
    begin
      if exists (select from information_schema.columns
        where table_name = 'account' and column_name = 'birth_date' and column_default is null) then
        alter table account alter column birth_date set default '1990-01-01';
      end if;
    end $$;
    create event trigger everybody_is_adult on ddl_command_end when tag in ('ALTER TABLE')
      execute function everybody_is_adult()`);
  await client.end();
}
