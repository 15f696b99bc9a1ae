import type { MessageRow } from '../schema.ts';

/** BroadcastChannel on which the core announces the message rows of a transaction that was just committed. */
export const MESSAGE_CHANGES = 'message-changes';

/**
 * Calls `onRows` with the message rows that the core just committed, one database round trip before a live query
 * returns them. This only speeds up rendering: large transactions and deletions are not announced, and an
 * announcement may be lost, so a live query is needed as well. Returns a function that stops it.
 */
export function followMessages(onRows: (rows: readonly MessageRow[]) => void): () => void {
  const channel = new BroadcastChannel(MESSAGE_CHANGES);
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (Array.isArray(data)) onRows(data);
  });
  return () => channel.close();
}
