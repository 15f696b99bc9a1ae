import type { ThreadRow } from '#db/schema.ts';

export type UnreadByThread = ReadonlyMap<string, number>;

export const unreadOf = (threads: readonly ThreadRow[]): UnreadByThread =>
  new Map(threads.map(({ tid, unread }) => [tid, unread]));

/** Returns conversations with more unread messages than before, and those read meanwhile. */
export function compare(before: UnreadByThread, threads: readonly ThreadRow[]) {
  const unreadBefore = ({ tid }: ThreadRow) => before.get(tid) ?? 0;
  return {
    arrived: threads.filter((thread) => thread.unread > unreadBefore(thread)),
    read: threads.filter((thread) => thread.unread === 0 && unreadBefore(thread) > 0),
  };
}
