import type { ThreadRow } from '#db/schema.ts';

type Known = { readonly unread: number; readonly isOver: boolean };
/** Unread count of each conversation by thread id at one moment, and whether its notification is over; input of `compare`. */
export type NoticesByThread = ReadonlyMap<string, Known>;

/**
 * Whether no notification of the conversation may stay: all is read, or its newest message, which the notification shows, was deleted for
 * everyone or removed.
 */
export const isNotificationOver = ({ unread, lastFacts }: Pick<ThreadRow, 'unread' | 'lastFacts'>): boolean =>
  unread === 0 || lastFacts?.kind === 'retracted' || lastFacts?.kind === 'removed';

/** Snapshot of the conversations, which `compare` uses to detect arrivals at the next change. */
export const noticesOf = (threads: readonly ThreadRow[]): NoticesByThread =>
  new Map(threads.map((thread) => [thread.tid, { unread: thread.unread, isOver: isNotificationOver(thread) }]));

/**
 * Compares the conversations with an earlier snapshot: `arrived` have more unread messages and may get a notification; the notifications of
 * `over` are closed.
 */
export function compare(before: NoticesByThread, threads: readonly ThreadRow[]) {
  const arrived = threads.filter(({ tid, unread }) => unread > (before.get(tid)?.unread ?? 0));
  const over = threads.filter((thread) => isNotificationOver(thread) && before.get(thread.tid)?.isOver === false);
  return { arrived, over };
}
