import { escapeIdentifier } from 'pg';
import type { Logger } from '../log/logger.ts';
import { keepSession } from './session.ts';

/** A PostgreSQL channel that a part listens to. Several parts may listen to one. */
export type Channel = {
  readonly name: string;
  onNews(payload: string): void;
  /** News may have been missed, because the database was out of reach. */
  onGap?(): void;
};

export type Notifications = {
  /** Resolves when the first connection listens. */
  readonly ready: Promise<void>;
  /**
   * Resolves when this process has received the news of every transaction that was committed before the call: PostgreSQL
   * signals a listener at the commit, and the listener's session passes the news on before it answers its next query.
   * Resolves as well while no session is up; the news then comes with `onGap`.
   */
  caughtUp(): Promise<void>;
  close(): Promise<void>;
};

/** Where the HTTP side waits for the news of its own writes. A part that listens sets `caughtUp`. */
export type OwnNews = { caughtUp: () => Promise<void> };
export const noNews = (): OwnNews => ({ caughtUp: async () => undefined });

/**
 * Listens on PostgreSQL channels for as long as the process lives. A broken connection is replaced; since news may have
 * been missed meanwhile, `onGap` is called after each replacement.
 */
export function listenToDatabase(options: {
  readonly connectionString: string;
  readonly log: Logger;
  readonly channels: readonly Channel[];
}): Notifications {
  const { connectionString, log, channels } = options;
  let first = true;
  const session = keepSession({
    connectionString,
    log,
    name: 'notifications',
    async begin(ask) {
      for (const name of new Set(channels.map((channel) => channel.name))) {
        await ask(`LISTEN ${escapeIdentifier(name)}`);
      }
      if (!first) for (const { onGap } of channels) onGap?.();
      first = false;
    },
    notified(name, payload) {
      for (const channel of channels) if (channel.name === name) channel.onNews(payload);
    },
  });
  return {
    ready: session.ready,
    caughtUp: async () => void (await session.use((ask) => ask('SELECT 1'))),
    close: session.close,
  };
}
