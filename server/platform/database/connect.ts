import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { diskSpace } from './disk-space.ts';

const POOL_SIZE = 10;
/** Time limit of the wait for a free connection of the pool; then the query fails. */
const CONNECTION_WAIT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 10_000;
/** Client-side query timeout; longer than any statement may take, so it expires only on a dead connection. */
const ANSWER_TIMEOUT_MS = 15_000;
/**
 * `idle_in_transaction_session_timeout`: releases the locks of a process whose machine vanished without a FIN. Shorter than the timeout
 * of silent calls; otherwise one dead process would end the calls whose rows it had locked.
 */
const SILENT_IN_TRANSACTION_MS = 8_000;
const KEEP_ALIVE_MS = 10_000;

/** The database of a process with its connection pool, as Drizzle wraps it. */
export type Database = NodePgDatabase & { readonly $client: pg.Pool };
/**
 * A running transaction: the object that Drizzle passes to the callback of `transaction`. Functions that require it must not run outside
 * of one.
 */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];
/** A query executor: the pool, or the current transaction. For functions that run in either. */
export type Queries =
  | Pick<Database, 'select' | 'selectDistinct' | 'insert' | 'update' | 'delete' | 'execute' | 'transaction'>
  | Transaction;

/** Where queries connect to: the URL of PostgreSQL itself, or of a pooler in transaction mode (docs/operating.md). */
export type DatabaseAddress = string | { readonly pooler: string };
/** An open connection pool; `close` ends all its connections. */
export type OpenDatabase = { readonly db: Database; readonly pool: pg.Pool; close(): Promise<void> };

/** SQLSTATE `read_only_sql_transaction`: after a failover the old server refuses writes, while its connections stay open. */
const READ_ONLY = '25006';
/** Whether a query failed in a way after which its connection must not be used again. */
const isUseless = (error: unknown): boolean =>
  error instanceof Error && (error.message === 'Query read timeout' || ('code' in error && error.code === READ_ONLY));

/**
 * A client that closes its connection after a query timeout, and when its server has become read-only, as the pool would otherwise reuse
 * it. It also handles `error` events, which the pool does for idle clients only: a connection that breaks within a transaction would end
 * the process. `transactionSettings`: statements that are sent with each `begin`.
 */
const boundedClient = (onAnswer: (seconds: number) => void, transactionSettings: string) =>
  class BoundedClient extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super(config);
      this.on('error', () => undefined);
    }

    override query(...args: unknown[]): never {
      const [first] = args;
      if (transactionSettings !== '' && isBegin(first))
        args[0] = { ...first, text: `${first.text}; ${transactionSettings}` };
      const startedAt = performance.now();
      const answered = () => onAnswer((performance.now() - startedAt) / 1_000);
      const last = args.at(-1);
      // The pool passes a callback; transactions use the promise.
      if (typeof last === 'function') {
        args[args.length - 1] = (...results: unknown[]) => {
          answered();
          diskSpace.note(results[0]);
          Reflect.apply(last, undefined, results);
        };
      }
      const answer: unknown = Reflect.apply(super.query, this, args);
      if (answer instanceof Promise) {
        answer.then(answered, (error: unknown) => {
          answered();
          diskSpace.note(error);
          if (isUseless(error)) this.connection.stream.destroy();
        });
      }
      return answer as never;
    }
  };

/** Whether this query begins a transaction: Drizzle sends it as an object without values, so that it may have several statements. */
const isBegin = (query: unknown): query is { readonly text: string } =>
  typeof query === 'object' &&
  query !== null &&
  'text' in query &&
  typeof query.text === 'string' &&
  /^begin\b/.test(query.text);

/**
 * Opens a connection pool, at the start of a process or tool; it connects at the first query. Queries must not depend on session state
 * (settings, prepared statements, temporary tables, session locks), as a pooler may change the session after each transaction. `waitMs`
 * limits the wait for a free connection, `answerMs` that for an answer. `onAnswer` receives the seconds that each query took, successful
 * or not.
 */
export function openDatabase(
  address: DatabaseAddress,
  onIdleError: (error: Error) => void,
  waitMs = CONNECTION_WAIT_MS,
  answerMs = ANSWER_TIMEOUT_MS,
  onAnswer: (seconds: number) => void = () => undefined,
): OpenDatabase {
  const silentMs = Math.min(SILENT_IN_TRANSACTION_MS, answerMs);
  const transactionSettings =
    typeof address === 'string'
      ? ''
      : `set local statement_timeout = ${STATEMENT_TIMEOUT_MS}; set local idle_in_transaction_session_timeout = ${silentMs}`;
  const pool = new pg.Pool({
    // A pooler accepts no session settings: each transaction sets the timeouts, and for single statements those of the pooler apply.
    ...(typeof address === 'string'
      ? {
          connectionString: address,
          statement_timeout: STATEMENT_TIMEOUT_MS,
          idle_in_transaction_session_timeout: silentMs,
        }
      : { connectionString: address.pooler }),
    Client: boundedClient(onAnswer, transactionSettings),
    max: POOL_SIZE,
    connectionTimeoutMillis: waitMs,
    query_timeout: answerMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  });
  // Without a listener, an idle connection that breaks (database restart) would end the process.
  pool.on('error', onIdleError);
  return { db: drizzle(pool), pool, close: () => pool.end() };
}
