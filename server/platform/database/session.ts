import pg from 'pg';
import type { Logger } from '../log/logger.ts';

/** A session that answers nothing for so long is dead, whatever its socket says. */
const ANSWER_MS = 5_000;
const BEAT_MS = 10_000;
const KEEP_ALIVE_MS = 10_000;
const RETRY_FIRST_MS = 100;
const RETRY_MAX_MS = 2_000;

/** A query of this session; one that is not answered in time fails. */
export type Ask = <Row extends pg.QueryResultRow>(
  text: string,
  values?: readonly unknown[],
) => Promise<pg.QueryResult<Row>>;

export type SessionOptions = {
  readonly connectionString: string;
  readonly log: Logger;
  /** For the log and for `pg_stat_activity`. */
  readonly name: string;
  /** What each new session does first. Where it fails, the session is given up. */
  begin(ask: Ask): Promise<unknown>;
  /** The session is up, so `use` works. */
  begun?(): void;
  /** Shows again and again that the session lives; by default a query that does nothing. */
  readonly beat?: (ask: Ask) => Promise<unknown>;
  readonly beatMs?: number;
  readonly answerMs?: number;
  notified?(channel: string, payload: string): void;
};

export type Session = {
  /** Resolves when the first session has begun. */
  readonly ready: Promise<void>;
  isUp(): boolean;
  /** Work within the session that is up. False where there is none, or where the work failed: then the next session begins. */
  use(work: (ask: Ask) => Promise<unknown>): Promise<boolean>;
  close(): Promise<void>;
};

/**
 * One connection to PostgreSQL for as long as the process lives. A broken one is replaced, and so is one that is only half
 * dead: each query and each beat must be answered in time, because a network that swallows packets closes nothing.
 */
export function keepSession(options: SessionOptions): Session {
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
      // Whoever looks into pg_stat_activity sees what the session is for.
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

  /** News that cannot be told must not end the process. */
  function notify(channel: string, payload: string): void {
    try {
      options.notified?.(channel, payload);
    } catch (error) {
      log.warn({ session: name, err: error }, 'news went wrong');
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
        { session: name, reason: error instanceof Error ? error.message : 'unknown' },
        'a database session failed',
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

  /** A goodbye would wait for ever for a peer that is gone. */
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
