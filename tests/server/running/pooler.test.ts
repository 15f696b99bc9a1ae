import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
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
  // A single session: whatever a query left behind in it meets the next one.
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

test('with one session behind a pooler people sign in, write, read and are blocked; what listens has sessions of its own', async () => {
  const [ann, ben] = [await backend.logIn(ANN), await backend.logIn(BEN)];
  const [here, there] = [await backend.connect(ann), await backend.connect(ben)];
  here.send(chat({ id: 'first', to: BEN }));
  await there.take('the message', hasId('first'));
  await Promise.all(Array.from({ length: 20 }, () => backend.call('combineInfo', {}, ann)));
  // The news of it comes past the pooler, or the edge would not know.
  await backend.call('changeRelation', { targetUid: ANN, action: 'block' }, ben);
  here.send(chat({ id: 'second', to: BEN }));
  await barrier(here, DOMAIN);
  expect(here.frames.some((frame) => frame.attrs['type'] === 'error' && hasId('second')(frame))).toBe(true);
  // The settings of the site, and all other news.
  expect(await sessionsOf('gemcall notifications')).toBe(2);
  expect(await sessionsOf('gemcall stream log')).toBe(1);
});

test('a setting of a session would be refused by the pooler, so none is sent', async () => {
  const client = new pg.Client({ connectionString: pooler.through(backend.databaseUrl), statement_timeout: 1_000 });
  await expect(client.connect()).rejects.toThrow('unsupported startup parameter');
});
