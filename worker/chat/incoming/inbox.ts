import { delay } from '../../delay.ts';
import type { Inbound } from '../../xmpp/inbound.ts';

/**
 * With more waiting stanzas than this, the inbox pauses to collect a larger batch: one large transaction costs less
 * than many small ones, because every transaction makes each open page query and render again. The pause grows while
 * the burst lasts.
 */
const BURST = 40;
const FIRST_PAUSE_MS = 40;
const LONGEST_PAUSE_MS = 160;
const PAUSE_GROWTH = 1.5;
const MAX_BATCH = 500;
/** Maximum delay of a stanza that changes nothing durable, ms, so that it is written together with others. */
const IDLE_WRITE_MS = 1_000;

/** A received stanza with its stream management sequence number. */
export type InboxItem = {
  readonly seq: number;
  readonly inbound: Inbound;
  /**
   * Set when only the stanza's sequence number is stored. That may happen later: after a disconnect the server sends
   * it again.
   */
  readonly mayWait?: boolean;
};

/**
 * Groups a stream of stanzas into batches. A lone message is written at once. Stanzas that arrive during a
 * transaction form the next batch. A stanza with `mayWait` starts no transaction by itself. Batches are written one
 * after the other, so the order is preserved.
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
        await delay(pauseMs);
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
    /** Stops writing: stanzas that wait or arrive later are dropped. Resolves when the running transaction has ended. */
    async close(): Promise<void> {
      closed = true;
      clearTimeout(idle);
      await running;
    },
  };
}
