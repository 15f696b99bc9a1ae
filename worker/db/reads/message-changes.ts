import type { MessageRow } from '../schema.ts';

/** Channel on which the core announces the message rows of a transaction that was just committed. */
export const MESSAGE_CHANGES = 'message-changes';

/**
 * Calls `onRows` with the message rows that the core has just committed, a round trip to the database before a live query can
 * have them. They only hasten the drawing: large transactions and removals are not announced, and a message may be lost, so
 * that a live query is needed as well. Returns a function that stops it.
 */
export function followMessages(onRows: (rows: readonly MessageRow[]) => void): () => void {
  const channel = new BroadcastChannel(MESSAGE_CHANGES);
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (Array.isArray(data)) onRows(data);
  });
  return () => channel.close();
}
