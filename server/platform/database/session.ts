import pg from 'pg';
import type { Logger } from '../log/logger.ts';

/** Default of `answerMs`: a session whose connect or query gets no answer for this long is replaced, whatever the state of its socket. */
const ANSWER_MS = 5_000;
const BEAT_MS = 10_000;
const KEEP_ALIVE_MS = 10_000;
const RETRY_FIRST_MS = 100;
const RETRY_MAX_MS = 2_000;

/** Runs a query in a persistent session; rejects when it fails or is not answered in time. */
export type Ask = <Row extends pg.QueryResultRow>(
  text: string,
  values?: readonly unknown[],
) => Promise<pg.QueryResult<Row>>;

/** Options of `createReconnectingSession`. */
export type SessionOptions = {
  readonly connectionString: string;
  readonly log: Logger;
  /** Name in the log and in `pg_stat_activity`. */
  readonly name: string;
  /** Initializes each new session; if it fails, the session is replaced. */
  begin(ask: Ask): Promise<unknown>;
  /** Called each time that a session is up, after `begin`: `use` works from then on. */
  begun?(): void;
  /** Heartbeat query that proves the session alive; default `SELECT 1`. */
  readonly beat?: (ask: Ask) => Promise<unknown>;
  readonly beatMs?: number;
  readonly answerMs?: number;
  notified?(channel: string, payload: string): void;
};

/** A persistent PostgreSQL session, for work that a pool cannot do: LISTEN, leases, and the stream log. */
export type Session = {
  /** Resolves when the first session is up. */
  readonly ready: Promise<void>;
  isUp(): boolean;
  /** Runs work in the current session. False if there is none, or if the work failed; the session is then replaced. */
  use(work: (ask: Ask) => Promise<unknown>): Promise<boolean>;
  close(): Promise<void>;
};

/**
 * Maintains one PostgreSQL session until `close`, for notifications, leadership and the stream log. A broken session is replaced, also a
 * half-open one: every query and heartbeat must be answered in time, because a network that drops packets closes no socket.
 */
export function createReconnectingSession(options: SessionOptions): Session {
  const { log, name, beatMs = BEAT_MS, answerMs = ANSWER_MS } = options;
  let current: pg.Client | undefined;
  let up: pg.Client | undefined;
  let closing = false;
  let delay = RETRY_FIRST_MS;
  let timer: NodeJS.Timeout | undefined;
  const { promise: ready, resolve: becomeReady } = Promise.withResolvers<void>();

  const asking =
    (client: pg.Client): Ask =>
    (text, values = []) =>
      client.query(text, [...values]);

  async function open(): Promise<void> {
    const fresh = new pg.Client({
      connectionString: options.connectionString,
      // Shown in pg_stat_activity.
      application_name: `gemcall ${name}`,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      connectionTimeoutMillis: answerMs,
      query_timeout: answerMs,
      statement_timeout: answerMs,
    });
    current = fresh;
    fresh.on('error', (error) => fail(fresh, error));
    fresh.on('end', () => lose(fresh));
    fresh.on('notification', ({ channel, payload }) => notify(channel, payload ?? ''));
    try {
      await fresh.connect();
      await options.begin(asking(fresh));
      if (current !== fresh) return;
      up = fresh;
      delay = RETRY_FIRST_MS;
      becomeReady();
      options.begun?.();
      timer = setTimeout(beat, beatMs, fresh);
    } catch (error) {
      fail(fresh, error);
    }
  }

  /** Passes a notification on; an exception in its listener must not end the process. */
  function notify(channel: string, payload: string): void {
    try {
      options.notified?.(channel, payload);
    } catch (error) {
      log.warn({ session: name, err: error }, 'failed to handle a database notification');
    }
  }

  async function beat(client: pg.Client): Promise<void> {
    const ask = asking(client);
    try {
      await (options.beat ? options.beat(ask) : ask('SELECT 1'));
      if (up === client) timer = setTimeout(beat, beatMs, client);
    } catch (error) {
      fail(client, error);
    }
  }

  function fail(client: pg.Client, error: unknown): void {
    if (current === client && !closing) {
      log.warn(
        { err: error, session: name, reason: error instanceof Error ? error.message : 'unknown' },
        'database session failed, reconnecting',
      );
    }
    lose(client);
  }

  function lose(client: pg.Client): void {
    if (current !== client) return;
    current = undefined;
    up = undefined;
    end(client);
    clearTimeout(timer);
    if (closing) return;
    timer = setTimeout(open, delay);
    delay = Math.min(delay * 2, RETRY_MAX_MS);
  }

  /** Destroys the socket, because a graceful end would wait for a peer that may be gone. */
  function end(client: pg.Client): void {
    client.end().catch(() => undefined);
    client.connection.stream.destroy();
  }

  void open();
  return {
    ready,
    isUp: () => up !== undefined,
    async use(work) {
      const client = up;
      if (!client) return false;
      try {
        await work(asking(client));
        return true;
      } catch (error) {
        fail(client, error);
        return false;
      }
    },
    async close() {
      closing = true;
      clearTimeout(timer);
      const last = current;
      current = undefined;
      up = undefined;
      if (last) end(last);
    },
  };
}
