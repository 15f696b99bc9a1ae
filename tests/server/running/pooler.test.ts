import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openDatabase, type Queries } from '../../../server/platform/database/connect.ts';
import { checkDatabase } from '../../../server/platform/database/migrate.ts';
import { chat, hasId } from '../../edge/messages.ts';
import { type Pooler, startPgBouncer } from '../../harness/postgres/pgbouncer.ts';
import { barrier } from '../../harness/raw-client.ts';
import { type Backend, startWholeBackend } from '../../harness/servers/backend.ts';
import { DOMAIN } from '../../harness/servers/xmpp-server.ts';

const ANN = 100_001;
const BEN = 9001;
let pooler: Pooler;
let backend: Backend;

beforeAll(async () => {
  // A single database session, so that any session state left by one query would affect the next.
  pooler = await startPgBouncer(inject('postgresUrl'), 1);
  backend = await startWholeBackend(inject('postgresUrl'), { pooler: pooler.through });
});
afterAll(async () => {
  await backend?.close();
  await pooler?.stop();
});

const sessionsOf = async (application: string) => {
  const { rows } = await backend.pool.query<{ many: number }>(
    'select count(*)::int as many from pg_stat_activity where datname = current_database() and application_name = $1',
    [application],
  );
  return rows[0]?.many;
};

test('a start is refused in one line when DATABASE_URL names a pooler in transaction mode', async () => {
  await checkDatabase(backend.databaseUrl);
  await expect(checkDatabase(pooler.through(backend.databaseUrl))).rejects.toThrow(
    'DATABASE_URL names a pooler in transaction mode; name PostgreSQL itself, and the pooler in DATABASE_POOLER',
  );
});

test('the server works behind a pooler with one session, and listens for notifications on separate sessions', async () => {
  const [ann, ben] = [await backend.logIn(ANN), await backend.logIn(BEN)];
  const [here, there] = [await backend.connect(ann), await backend.connect(ben)];
  here.send(chat({ id: 'first', to: BEN }));
  await there.take('the message', hasId('first'));
  await Promise.all(Array.from({ length: 20 }, () => backend.call('combineInfo', {}, ann)));
  // The notification bypasses the pooler; otherwise the edge would not learn of the block.
  await backend.call('changeRelation', { targetUid: ANN, action: 'block' }, ben);
  here.send(chat({ id: 'second', to: BEN }));
  await barrier(here, DOMAIN);
  expect(here.frames.some((frame) => frame.attrs['type'] === 'error' && hasId('second')(frame))).toBe(true);
  // One session for the site settings, and one for all other notifications.
  expect(await sessionsOf('gemcall notifications')).toBe(2);
  expect(await sessionsOf('gemcall stream log')).toBe(1);
});

test('a transaction behind a pooler has timeouts of statements and idleness, and leaves none to the session', async () => {
  const { db, close } = openDatabase({ pooler: pooler.through(backend.databaseUrl) }, () => undefined);
  const timeouts = async (queries: Pick<Queries, 'execute'>) => {
    const names = ['statement_timeout', 'idle_in_transaction_session_timeout'];
    const { rows } = await queries.execute<{ setting: string }>(
      sql`select setting from pg_settings where name in (${names[0]}, ${names[1]}) order by name`,
    );
    return rows.map(({ setting }) => Number(setting));
  };
  expect(await db.transaction(timeouts)).toEqual([8_000, 10_000]);
  expect(await db.transaction(timeouts, { isolationLevel: 'repeatable read' })).toEqual([8_000, 10_000]);
  expect(await timeouts(db)).toEqual([0, 0]);
  await close();
});

test('the pooler refuses session settings in the startup packet', async () => {
  const client = new pg.Client({ connectionString: pooler.through(backend.databaseUrl), statement_timeout: 1_000 });
  await expect(client.connect()).rejects.toThrow('unsupported startup parameter');
});
