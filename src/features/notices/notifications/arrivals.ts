import type { ThreadRow } from '#db/schema.ts';

/** Number of unread messages by thread id. */
export type UnreadByThread = ReadonlyMap<string, number>;

/** Snapshot of the unread counts, which `compare` uses to detect arrivals at the next change. */
export const unreadOf = (threads: readonly ThreadRow[]): UnreadByThread =>
  new Map(threads.map(({ tid, unread }) => [tid, unread]));

/** Conversations with more unread messages than before, and conversations that were read meanwhile. */
export function compare(before: UnreadByThread, threads: readonly ThreadRow[]) {
  const unreadBefore = ({ tid }: ThreadRow) => before.get(tid) ?? 0;
  return {
    arrived: threads.filter((thread) => thread.unread > unreadBefore(thread)),
    read: threads.filter((thread) => thread.unread === 0 && unreadBefore(thread) > 0),
  };
}
