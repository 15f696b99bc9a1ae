import { randomInt } from 'node:crypto';
import { Client } from 'pg';
import type { Logger } from '../prosody/supervisor.ts';
import type { StreamLog } from './ports.ts';

/** First half of the advisory lock that says 'this process lives'; the second half is the process id. */
const PROCESS_LOCK_CLASS = 7_114;
const SWEEP_INTERVAL_MS = 30_000;
const RETRY_MS = 1_000;

const END = 'DELETE FROM online_stream WHERE stream_id = $1';
/** Who said goodbye is away at once; who broke off may be back in a moment (components/watchers.ts). */
const END_AND_TELL = `WITH ended AS (${END} RETURNING uid) SELECT pg_notify('presence_changed', uid || ' !') FROM ended`;

export type PgStreamLog = StreamLog & { readonly ready: Promise<void>; close(): Promise<void> };

/**
 * Writes who is connected into `online_stream`. Each process holds an advisory lock for as long as its connection
 * lives; rows of a process whose lock is free are those of a dead one, and are swept. All work goes through one queue,
 * so that a stream that closes at once is never noted after its end.
 */
export function pgStreamLog(connectionString: string, log: Logger): PgStreamLog {
  const processId = randomInt(1, 2 ** 31 - 1);
  const open = new Map<string, number>();
  let client: Client | undefined;
  let closing = false;
  let queue: Promise<void> = connect();
  const ready = queue;
  const timer = setInterval(() => enqueue(sweep), SWEEP_INTERVAL_MS);
  timer.unref();

  async function connect(): Promise<void> {
    const fresh = new Client({ connectionString, keepAlive: true });
    const lost = () => {
      if (client === fresh) client = undefined;
    };
    fresh.on('error', lost);
    fresh.on('end', lost);
    await fresh.connect();
    await fresh.query('SELECT pg_advisory_lock($1, $2)', [PROCESS_LOCK_CLASS, processId]);
    client = fresh;
    await sweep(fresh);
    // After a lost connection others may have swept our rows.
    for (const [streamId, uid] of open) await insert(fresh, streamId, uid);
  }

  async function sweep(via: Client): Promise<void> {
    const { rows } = await via.query<{ process_id: string }>(
      'SELECT DISTINCT process_id FROM online_stream WHERE process_id <> $1',
      [String(processId)],
    );
    for (const { process_id: other } of rows) {
      const { rows: locks } = await via.query<{ dead: boolean }>('SELECT pg_try_advisory_lock($1, $2) AS dead', [
        PROCESS_LOCK_CLASS,
        Number(other),
      ]);
      if (!locks[0]?.dead) continue;
      await via.query('DELETE FROM online_stream WHERE process_id = $1', [other]);
      await via.query('SELECT pg_advisory_unlock($1, $2)', [PROCESS_LOCK_CLASS, Number(other)]);
    }
  }

  const insert = (via: Client, streamId: string, uid: number) =>
    via.query(
      'INSERT INTO online_stream (stream_id, uid, process_id) VALUES ($1, $2, $3) ON CONFLICT (stream_id) DO NOTHING',
      [streamId, uid, String(processId)],
    );

  function enqueue(work: (via: Client) => Promise<unknown>): void {
    queue = queue.then(async () => {
      try {
        if (!client && !closing) await connect();
        if (client) await work(client);
      } catch (error) {
        log.warn({ reason: error instanceof Error ? error.message : 'unknown' }, 'stream log');
        if (!closing) setTimeout(() => enqueue(async () => undefined), RETRY_MS).unref();
      }
    });
  }

  return {
    ready,
    opened(streamId, uid) {
      open.set(streamId, uid);
      enqueue(async (via) => {
        if (open.has(streamId)) await insert(via, streamId, uid);
      });
    },
    closed(streamId, farewell) {
      open.delete(streamId);
      enqueue((via) => via.query(farewell ? END_AND_TELL : END, [streamId]));
    },
    async close() {
      clearInterval(timer);
      enqueue((via) => via.query('DELETE FROM online_stream WHERE process_id = $1', [String(processId)]));
      await queue.catch(() => undefined);
      closing = true;
      await client?.end().catch(() => undefined);
    },
  };
}
