import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';

const POOL_SIZE = 10;
/** Better an error than a request that waits for ever for a connection. */
const CONNECTION_WAIT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 10_000;
/** Longer than any statement may take: the connection itself is dead. */
const ANSWER_TIMEOUT_MS = 15_000;
/**
 * What a transaction locked is free again so long after its process fell silent: no FIN comes from a machine that lost its power or
 * its network. Shorter than the silence that ends a call, or one dead process would end the calls that it was about to write.
 */
const SILENT_IN_TRANSACTION_MS = 8_000;
const KEEP_ALIVE_MS = 10_000;

export type Database = NodePgDatabase & { readonly $client: pg.Pool };
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];
/** What a query needs: the pool, or the transaction it must be part of. */
export type Queries =
  | Pick<Database, 'select' | 'selectDistinct' | 'insert' | 'update' | 'delete' | 'execute' | 'transaction'>
  | Transaction;

/** Of PostgreSQL itself, or of a pooler before it that gives each transaction any session (docs/operating.md). */
export type DatabaseAddress = string | { readonly pooler: string };
export type OpenDatabase = { readonly db: Database; readonly pool: pg.Pool; close(): Promise<void> };

/**
 * A connection that does not answer at all is closed, or the pool would hand it to one caller after the other. The pool
 * owns the errors of idle ones alone: one that breaks within a transaction would end the process besides.
 */
const boundedClient = (onAnswer: (seconds: number) => void) =>
  class BoundedClient extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super(config);
      this.on('error', () => undefined);
    }

    override query(...args: unknown[]): never {
      const asked = performance.now();
      const answered = () => onAnswer((performance.now() - asked) / 1_000);
      const last = args.at(-1);
      // The pool asks with a callback, transactions with a promise.
      if (typeof last === 'function') {
        args[args.length - 1] = (...told: unknown[]) => {
          answered();
          Reflect.apply(last, undefined, told);
        };
      }
      const answer: unknown = Reflect.apply(super.query, this, args);
      if (answer instanceof Promise) {
        answer.then(answered, (error: unknown) => {
          answered();
          if (error instanceof Error && error.message === 'Query read timeout') this.connection.stream.destroy();
        });
      }
      return answer as never;
    }
  };

/**
 * Opens a pool of connections; nothing is sent before the first query. No query may rely on its session (settings, named statements,
 * temporary tables, locks that outlive a transaction): behind a pooler the next one may be in another. `waitMs`: for a connection that is free; `answerMs`: for its
 * answer. `onAnswer` is called with the time that each answer took, a failure's too.
 */
export function openDatabase(
  address: DatabaseAddress,
  onIdleError: (error: Error) => void,
  waitMs = CONNECTION_WAIT_MS,
  answerMs = ANSWER_TIMEOUT_MS,
  onAnswer: (seconds: number) => void = () => undefined,
): OpenDatabase {
  const pool = new pg.Pool({
    // A pooler takes no settings of a session: these times are settings of its own.
    ...(typeof address === 'string'
      ? {
          connectionString: address,
          statement_timeout: STATEMENT_TIMEOUT_MS,
          idle_in_transaction_session_timeout: Math.min(SILENT_IN_TRANSACTION_MS, answerMs),
        }
      : { connectionString: address.pooler }),
    Client: boundedClient(onAnswer),
    max: POOL_SIZE,
    connectionTimeoutMillis: waitMs,
    query_timeout: answerMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  });
  // Without a listener an idle connection that breaks (a database restart) would end the process.
  pool.on('error', onIdleError);
  return { db: drizzle(pool), pool, close: () => pool.end() };
}
