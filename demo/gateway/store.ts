import pg from 'pg';

/** The gateway's schema. Card numbers are never stored: of a card only the behaviour of its test number. */
const TABLES = `
create schema if not exists gateway_demo;
set local search_path to gateway_demo;
create table if not exists session (
  ref text primary key, secret text not null unique, kind text not null, order_id text not null, channel text not null,
  amount_minor bigint not null, currency text not null, title text not null, customer text not null,
  return_url text not null, parent_origin text not null, created_at bigint not null, expires_at bigint not null,
  state text not null default 'open', reason text, remember boolean not null, token text, challenge text unique,
  tries int not null default 0, payment_ref text unique, paid_minor bigint, paid_at bigint);
alter table session add column if not exists paid_currency text;
alter table session add column if not exists uid bigint;
create index if not exists session_since on session (created_at, ref);
create table if not exists card (
  token text primary key, session text not null references session, does text not null, brand text not null,
  last4 text not null, expires text not null, card_ref text unique, customer text not null default '',
  used boolean not null default false);
alter table card add column if not exists fingerprint text;
create table if not exists reversal (
  ref text primary key, session text not null references session, kind text not null, amount_minor bigint not null,
  state text not null, at bigint not null);
create index if not exists reversal_of on reversal (session);
create table if not exists answer (
  key text primary key, hash text not null, status int, body jsonb, at bigint not null);
create table if not exists event (
  id text primary key, session text not null references session, type text not null, at bigint not null);
create table if not exists task (
  id bigint primary key generated always as identity, at bigint not null, what text not null, ref text not null,
  tries int not null default 0);
create index if not exists task_due on task (at);
`;
const START_LOCK = 4_601_001;
const POOL_SIZE = 4;
const INT8 = 20;

/** Runs SQL queries, on the pool or in one transaction; returns the rows. */
export type Rows = { query<Row>(text: string, values?: readonly unknown[]): Promise<readonly Row[]> };
/** The gateway's database: queries on the pool, and transactions that roll back if `work` throws. */
export type Store = Rows & {
  transaction<T>(work: (rows: Rows) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

const rowsOf = (client: pg.Pool | pg.PoolClient): Rows => ({
  query: async (text, values = []) => (await client.query(text, [...values])).rows,
});

/** Connects to the schema `gateway_demo` of the merchant's database and creates missing tables; called once per start of the gateway. */
export async function openStore(url: string): Promise<Store> {
  const pool = new pg.Pool({
    connectionString: url,
    max: POOL_SIZE,
    // Milliseconds and minor units stay below 2^53.
    types: { getTypeParser: (oid, format) => (oid === INT8 ? Number : pg.types.getTypeParser(oid, format)) },
    options: '-c search_path=gateway_demo',
  });
  // Without a listener a broken idle connection would end the process.
  pool.on('error', () => undefined);
  const store: Store = {
    ...rowsOf(pool),
    async transaction(work) {
      const client = await pool.connect();
      let broken = true;
      try {
        await client.query('begin');
        const done = await work(rowsOf(client));
        await client.query('commit');
        broken = false;
        return done;
      } catch (error) {
        broken = !(await client.query('rollback').then(
          () => true,
          () => false,
        ));
        throw error;
      } finally {
        client.release(broken);
      }
    },
    close: () => pool.end(),
  };
  await store.transaction(async (rows) => {
    await rows.query('select pg_advisory_xact_lock($1)', [START_LOCK]);
    await rows.query(TABLES);
  });
  return store;
}
