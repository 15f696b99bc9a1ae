import { Client } from 'pg';
import type { Logger } from '../prosody/supervisor.ts';

const RETRY_FIRST_MS = 100;
const RETRY_MAX_MS = 2_000;

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
  const { channels, log } = options;
  let client: Client | undefined;
  let closing = false;
  let first = true;
  let delay = RETRY_FIRST_MS;
  let timer: NodeJS.Timeout | undefined;
  let becomeReady = () => {};
  const ready = new Promise<void>((resolve) => {
    becomeReady = resolve;
  });

  async function listen(): Promise<void> {
    const fresh = new Client({ connectionString: options.connectionString, keepAlive: true });
    fresh.on('error', () => lost(fresh));
    fresh.on('end', () => lost(fresh));
    fresh.on('notification', ({ channel, payload }) => channels[channel]?.(payload ?? ''));
    client = fresh;
    try {
      await fresh.connect();
      for (const channel of Object.keys(channels)) await fresh.query(`LISTEN ${fresh.escapeIdentifier(channel)}`);
      delay = RETRY_FIRST_MS;
      if (!first) options.missed();
      first = false;
      becomeReady();
    } catch (error) {
      log.warn({ reason: error instanceof Error ? error.message : 'unknown' }, 'cannot listen to the database');
      lost(fresh);
    }
  }

  function lost(which: Client): void {
    if (client !== which) return;
    client = undefined;
    which.end().catch(() => undefined);
    if (closing) return;
    timer = setTimeout(listen, delay);
    delay = Math.min(delay * 2, RETRY_MAX_MS);
  }

  void listen();
  return {
    ready,
    async close() {
      closing = true;
      clearTimeout(timer);
      const open = client;
      client = undefined;
      await open?.end().catch(() => undefined);
    },
  };
}
