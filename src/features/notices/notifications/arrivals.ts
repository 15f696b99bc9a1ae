import type { ThreadRow } from '#db/schema.ts';

/** Number of unread messages by thread id, at one moment. */
export type UnreadByThread = ReadonlyMap<string, number>;

/** Snapshot of the unread counts, which `compare` uses to detect arrivals at the next change. */
export const unreadOf = (threads: readonly ThreadRow[]): UnreadByThread =>
  new Map(threads.map(({ tid, unread }) => [tid, unread]));

/**
 * Compares the conversations with an earlier snapshot: `arrived` have more unread messages and may get a notification; `read`
 * have none left, and their notifications are closed.
 */
export function compare(before: UnreadByThread, threads: readonly ThreadRow[]) {
  const unreadBefore = ({ tid }: ThreadRow) => before.get(tid) ?? 0;
  return {
    arrived: threads.filter((thread) => thread.unread > unreadBefore(thread)),
    read: threads.filter((thread) => thread.unread === 0 && unreadBefore(thread) > 0),
  };
}
