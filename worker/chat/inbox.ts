import type { Inbound } from '../xmpp/inbound.ts';

/**
 * More than this waiting means a burst: then a larger batch costs less than many small transactions, each of which every
 * open page reads and draws anew. The longer it lasts, the longer we gather.
 */
const BURST = 40;
const FIRST_PAUSE_MS = 40;
const LONGEST_PAUSE_MS = 160;
const PAUSE_GROWTH = 1.5;
const MAX_BATCH = 500;

export type InboxItem = { readonly seq: number; readonly inbound: Inbound };

/**
 * Turns a stream of stanzas into batches. A lone message is written at once; what arrives while a transaction runs goes
 * together into the next one. Batches are written one after the other, so order is kept.
 */
export function createInbox(
  write: (batch: readonly InboxItem[]) => Promise<void>,
  onFailure: (error: unknown) => void,
) {
  let waiting: InboxItem[] = [];
  let running: Promise<void> | undefined;
  let closed = false;

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

  return {
    push(item: InboxItem): void {
      waiting.push(item);
      running ??= drain()
        .catch((error: unknown) => {
          // Nothing of the failed batch was counted as handled: the server sends it again on the next stream.
          closed = true;
          onFailure(error);
        })
        .finally(() => {
          running = undefined;
        });
    },
    /** Takes no more; resolves when the transaction under way has ended. */
    async close(): Promise<void> {
      closed = true;
      await running;
    },
  };
}
