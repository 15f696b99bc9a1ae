import { escapeIdentifier } from 'pg';
import type { Logger } from '../logger.ts';
import { keepSession } from './session.ts';

export type Notifications = {
  /** Resolves when the first connection listens. */
  readonly ready: Promise<void>;
  close(): Promise<void>;
};

/**
 * Listens on PostgreSQL channels for as long as the process lives. A broken connection is replaced; since news may have
 * been missed meanwhile, `missed` is called after each replacement.
 */
export function listenToDatabase(options: {
  readonly connectionString: string;
  readonly log: Logger;
  readonly channels: Readonly<Record<string, (payload: string) => void>>;
  missed(): void;
}): Notifications {
  const { connectionString, log, channels } = options;
  let first = true;
  return keepSession({
    ...{ connectionString, log, name: 'notifications' },
    async begin(ask) {
      for (const channel of Object.keys(channels)) await ask(`LISTEN ${escapeIdentifier(channel)}`);
      if (!first) options.missed();
      first = false;
    },
    notified: (channel, payload) => channels[channel]?.(payload),
  });
}
