import { randomUUID } from 'node:crypto';
import { escapeIdentifier } from 'pg';
import type { Logger } from '../log/logger.ts';
import { type Ask, createReconnectingSession } from './session.ts';

/** A PostgreSQL channel that a domain listens to in every process; several domains may share one. */
export type Channel = {
  readonly name: string;
  onNews(payload: string): void;
  /** Notifications may have been lost, because the connection was interrupted. */
  onGap?(): void;
};

/** The connection by which a process listens to PostgreSQL channels. */
export type Notifications = {
  /** Resolves when the first connection listens. */
  readonly ready: Promise<void>;
  /**
   * Resolves when this process has received the notifications of all transactions committed before the call: PostgreSQL delivers them
   * to a session before the answer of its next query. Without a connection it resolves at once; `onGap` follows then.
   */
  caughtUp(): Promise<void>;
  close(): Promise<void>;
};

/**
 * Lets a request wait until this process has received the notifications of its own writes. The realtime domain sets `caughtUp` when it
 * listens.
 */
export type OwnNews = { caughtUp: () => Promise<void> };
/** Creates an `OwnNews` that waits for nothing, until the realtime domain replaces its `caughtUp`. */
export const noNews = (): OwnNews => ({ caughtUp: async () => undefined });

/**
 * Listens on PostgreSQL channels until `close`, by one connection for each call of this function. A broken connection is replaced; `onGap`
 * is called after each replacement, as notifications may be lost.
 */
export function listenToDatabase(options: {
  readonly connectionString: string;
  readonly log: Logger;
  readonly channels: readonly Channel[];
  readonly beatMs?: number;
}): Notifications {
  const { connectionString, log, channels } = options;
  let first = true;
  const echo = createEcho();
  const session = createReconnectingSession({
    connectionString,
    log,
    name: 'notifications',
    async begin(ask) {
      for (const name of new Set(channels.map((channel) => channel.name))) {
        await ask(`LISTEN ${escapeIdentifier(name)}`);
      }
      await ask(`LISTEN ${escapeIdentifier(echo.channel)}`);
      if (!first) for (const { onGap } of channels) onGap?.();
      first = false;
    },
    beat: echo.beat,
    ...(options.beatMs === undefined ? {} : { beatMs: options.beatMs }),
    notified(name, payload) {
      if (name === echo.channel) echo.heard(payload);
      for (const channel of channels) if (channel.name === name) channel.onNews(payload);
    },
  });
  return {
    ready: session.ready,
    caughtUp: async () => void (await session.use((ask) => ask('SELECT 1'))),
    close: session.close,
  };
}

/**
 * The heartbeat of a session that listens: it hears its own notification. After a failover the session may still be connected to the old
 * server, which answers queries but has become read-only and gets no notifications of other processes.
 */
function createEcho() {
  const channel = `echo_${randomUUID()}`;
  let last = '';
  return {
    channel,
    heard(payload: string) {
      last = payload;
    },
    async beat(ask: Ask): Promise<void> {
      const sent = randomUUID();
      // Fails on a server that is a replica now.
      const { rows } = await ask<{ readonly: string }>(
        `SELECT pg_notify($1, $2), current_setting('transaction_read_only') AS readonly`,
        [channel, sent],
      );
      if (rows[0]?.readonly === 'on') throw new Error('the database is read-only');
      // Notifications arrive before the answer of the next query.
      await ask('SELECT 1');
      if (last !== sent) throw new Error('an own notification did not arrive');
    },
  };
}
