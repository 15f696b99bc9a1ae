import type { Inbound } from '../xmpp/inbound.ts';

/**
 * More waiting stanzas than this are a burst: then one larger batch costs less than many small transactions, each of which
 * makes every open page read and draw again. A longer burst is gathered for longer.
 */
const BURST = 40;
const FIRST_PAUSE_MS = 40;
const LONGEST_PAUSE_MS = 160;
const PAUSE_GROWTH = 1.5;
const MAX_BATCH = 500;
/** Stanzas that change nothing durable wait this long for others to be written with. */
const IDLE_WRITE_MS = 1_000;

export type InboxItem = {
  readonly seq: number;
  readonly inbound: Inbound;
  /** Nothing is stored of it but its number, which may be written later: after a break the server sends it again. */
  readonly mayWait?: boolean;
};

/**
 * Turns a stream of stanzas into batches. A lone message is written at once; what arrives during a transaction goes together
 * into the next one; one that may wait starts no transaction of its own. Batches are written one after the other, so the order is kept.
 */
export function createInbox(
  write: (batch: readonly InboxItem[]) => Promise<void>,
  onFailure: (error: unknown) => void,
) {
  let waiting: InboxItem[] = [];
  let running: Promise<void> | undefined;
  let closed = false;
  let idle: ReturnType<typeof setTimeout> | undefined;

  async function drain(): Promise<void> {
    let pauseMs = FIRST_PAUSE_MS;
    while (waiting.length > 0 && !closed) {
      if (waiting.length > BURST && waiting.length < MAX_BATCH) {
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
        pauseMs = Math.min(pauseMs * PAUSE_GROWTH, LONGEST_PAUSE_MS);
      }
      const batch = waiting.slice(0, MAX_BATCH);
      waiting = waiting.slice(batch.length);
      await write(batch);
    }
  }

  function start(): void {
    clearTimeout(idle);
    idle = undefined;
    running ??= drain()
      .catch((error: unknown) => {
        // No stanza of the failed batch was counted as handled: the server sends them again on the next stream.
        closed = true;
        onFailure(error);
      })
      .finally(() => {
        running = undefined;
      });
  }

  return {
    push(item: InboxItem): void {
      waiting.push(item);
      if (!item.mayWait || waiting.length > BURST) start();
      else idle ??= setTimeout(start, IDLE_WRITE_MS);
    },
    /** Stops taking stanzas; resolves when the transaction under way has ended. */
    async close(): Promise<void> {
      closed = true;
      clearTimeout(idle);
      await running;
    },
  };
}
