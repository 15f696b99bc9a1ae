import { randomUUID } from 'node:crypto';
import { SERVER_NOW } from '../database/server-now.ts';
import { type Ask, createReconnectingSession } from '../database/session.ts';
import type { StreamLog } from '../edge/ports.ts';
import type { Logger } from '../log/logger.ts';
import { STREAM_AWAY_AFTER_MS, STREAM_SEEN_EVERY_MS } from './bounds.ts';

/**
 * A trigger of `online_stream` updates the presence columns of hosts. A statement that writes several rows first locks these hosts
 * in the order of their uids (`locked`), so that two such statements cannot deadlock.
 */
const inOrder = (uids: string) =>
  `locked AS MATERIALIZED (SELECT uid FROM anchor WHERE uid IN (${uids}) ORDER BY uid FOR NO KEY UPDATE)`;
const AFTER_LOCKS = '(SELECT count(*) FROM locked) >= 0';

const UPSERT_STREAMS = `WITH ${inOrder('SELECT unnest($2::bigint[])')}
  INSERT INTO online_stream (stream_id, uid, process_id, brief, active, seen_at)
  SELECT stream_id, uid, $3, brief, active, ${SERVER_NOW} FROM unnest($1::text[], $2::bigint[], $4::boolean[], $5::boolean[])
    AS opened(stream_id, uid, brief, active) WHERE ${AFTER_LOCKS} ORDER BY uid
  ON CONFLICT (stream_id) DO UPDATE SET seen_at = excluded.seen_at, process_id = excluded.process_id, active = excluded.active`;
const UPDATE_ACTIVE = `UPDATE online_stream SET active = looked.active
  FROM unnest($1::text[], $2::boolean[]) AS looked(stream_id, active) WHERE online_stream.stream_id = looked.stream_id`;
/** Deletes ended streams ($1). Those closed properly ($2) are announced as final; a broken one may be resumed (services/watchers.ts). */
const END = `WITH ${inOrder('SELECT uid FROM online_stream WHERE stream_id = ANY($1)')},
  ended AS (DELETE FROM online_stream WHERE stream_id = ANY($1) AND ${AFTER_LOCKS} RETURNING stream_id, uid)
  SELECT pg_notify('presence_changed', uid || ' !') FROM ended WHERE stream_id = ANY($2)`;
const REFRESH_STREAMS = `UPDATE online_stream SET seen_at = ${SERVER_NOW} WHERE process_id = $1`;
const END_OTHERS_OF_MINE = `WITH mine AS (SELECT stream_id, uid FROM online_stream WHERE process_id = $1 AND stream_id <> ALL($2)),
  ${inOrder('SELECT uid FROM mine')}
  DELETE FROM online_stream WHERE stream_id IN (SELECT stream_id FROM mine) AND ${AFTER_LOCKS}`;
/** Deletes rows without a heartbeat. Concurrent sweeps skip each other's rows, and rows that their process is refreshing. */
const SWEEP = `WITH old AS (SELECT stream_id, uid FROM online_stream
    WHERE process_id <> $1 AND seen_at < ${SERVER_NOW} - make_interval(secs => $2::float8 / 1000) FOR UPDATE SKIP LOCKED),
  ${inOrder('SELECT uid FROM old')}
  DELETE FROM online_stream WHERE stream_id IN (SELECT stream_id FROM old) AND ${AFTER_LOCKS}`;

const SWEEP_EVERY_MS = 5_000;
const ANSWER_MS = 5_000;
const TIMES = {
  seenEveryMs: STREAM_SEEN_EVERY_MS,
  awayAfterMs: STREAM_AWAY_AFTER_MS,
  sweepEveryMs: SWEEP_EVERY_MS,
  answerMs: ANSWER_MS,
};

type OpenStream = { readonly uid: number; readonly brief: boolean; active: boolean };

/** The stream log of a process in PostgreSQL; `ready` resolves when its first database session is up. */
export type PgStreamLog = StreamLog & { readonly ready: Promise<void>; close(): Promise<void> };

/**
 * Creates the log that writes the connected streams of this process to `online_stream`. A row is valid only while its `seen_at` is
 * recent: each process refreshes its own rows with one statement, and deletes those of processes that no longer do. Each new database
 * session first writes the complete current state, because changes during the outage were not written.
 */
export function pgStreamLog(connectionString: string, log: Logger, given: Partial<typeof TIMES> = {}): PgStreamLog {
  const times = { ...TIMES, ...given };
  const processId = randomUUID();
  const open = new Map<string, OpenStream>();
  /** Changes that are not written yet, by stream id: opened and closed streams, and changes of activity. */
  let opened = new Map<string, OpenStream>();
  let closed = new Map<string, { readonly isFinal: boolean }>();
  let looked = new Map<string, boolean>();
  let writing: Promise<void> | undefined;
  let upSince = Number.POSITIVE_INFINITY;
  let nextSeen = 0;

  const noteOf = (streams: ReadonlyMap<string, OpenStream>) => {
    const all = [...streams.values()];
    return [
      [...streams.keys()],
      all.map(({ uid }) => uid),
      processId,
      all.map(({ brief }) => brief),
      all.map(({ active }) => active),
    ];
  };

  async function reconcile(ask: Ask): Promise<void> {
    await ask(END_OTHERS_OF_MINE, [processId, [...open.keys()]]);
    if (open.size > 0) await ask(UPSERT_STREAMS, noteOf(open));
    nextSeen = performance.now() + times.seenEveryMs;
  }

  async function beat(ask: Ask): Promise<void> {
    if (performance.now() >= nextSeen) {
      nextSeen = performance.now() + times.seenEveryMs;
      const { rowCount } = await ask(REFRESH_STREAMS, [processId]);
      // Other processes deleted rows of this one while it could not reach the database, or a write was lost.
      if (rowCount !== open.size && !writing) await reconcile(ask);
    }
    // After a database outage all rows look old until each process has had time to refresh its own.
    if (performance.now() - upSince > times.seenEveryMs + times.sweepEveryMs) {
      await ask(SWEEP, [processId, times.awayAfterMs]);
    }
  }

  const session = createReconnectingSession({
    connectionString,
    log,
    name: 'stream log',
    beatMs: times.sweepEveryMs,
    answerMs: times.answerMs,
    async begin(ask) {
      upSince = performance.now();
      opened.clear();
      closed.clear();
      looked.clear();
      await reconcile(ask);
    },
    begun: () => void write(),
    beat,
  });

  /** Writes all changes since the last write. When it fails, the next session writes the complete state. */
  function write(): Promise<void> {
    writing ??= writeAll().finally(() => {
      writing = undefined;
    });
    return writing;
  }

  async function writeAll(): Promise<void> {
    // Without a session, changes wait for the next one.
    while (session.isUp() && opened.size + closed.size + looked.size > 0) {
      const [coming, going, seen] = [opened, closed, looked];
      [opened, closed, looked] = [new Map(), new Map(), new Map()];
      await session.use(async (ask) => {
        if (coming.size > 0) await ask(UPSERT_STREAMS, noteOf(coming));
        if (seen.size > 0) await ask(UPDATE_ACTIVE, [[...seen.keys()], [...seen.values()]]);
        const finalIds = [...going].flatMap(([id, { isFinal: farewell }]) => (farewell ? [id] : []));
        if (going.size > 0) await ask(END, [[...going.keys()], finalIds]);
      });
    }
  }

  return {
    ready: session.ready,
    opened(streamId, uid, brief = false) {
      const stream = { uid, brief, active: false };
      open.set(streamId, stream);
      opened.set(streamId, stream);
      void write();
    },
    activityChanged(streamId, active) {
      const stream = open.get(streamId);
      if (!stream) return;
      stream.active = active;
      looked.set(streamId, active);
      void write();
    },
    closed(streamId, isFinal) {
      open.delete(streamId);
      looked.delete(streamId);
      // A stream whose opening is not written yet is not written at all.
      opened.delete(streamId);
      closed.set(streamId, { isFinal: isFinal });
      void write();
    },
    async close() {
      open.clear();
      await write();
      await session.use((ask) => ask(END_OTHERS_OF_MINE, [processId, []]));
      await session.close();
    },
  };
}
