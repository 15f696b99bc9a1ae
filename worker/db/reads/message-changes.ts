import type { MessageRow } from '../schema.ts';

/** Channel on which the core announces the message rows of a transaction that is being committed. */
export const MESSAGE_CHANGES = 'message-changes';

/**
 * Calls `onRows` with the message rows that the database has just accepted from the core, some round trips to it before a live
 * query can have them; without rows when a transaction failed, so that what it announced has to be read again. They only hasten
 * the drawing: large transactions and removals are not announced, and an announcement may be lost, so that a live query is needed
 * as well. Returns a function that stops it.
 */
export function followMessages(onRows: (rows: readonly MessageRow[]) => void): () => void {
  const channel = new BroadcastChannel(MESSAGE_CHANGES);
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (Array.isArray(data)) onRows(data);
  });
  return () => channel.close();
}
