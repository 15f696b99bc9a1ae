import { chat } from '../open.ts';
import type { ThreadRow } from '../schema.ts';

/** All conversations, the one with the newest message first. */
export const readThreads = (): Promise<ThreadRow[]> => chat.threads.orderBy('lastDate').reverse().toArray();

export const readThread = (tid: string): Promise<ThreadRow | undefined> =>
  chat.threads.where('tid').equals(tid).first();

/** Unread messages over all conversations: for the badge and the document title. */
export async function countUnread(): Promise<number> {
  // In one piece: a cursor would take a turn to the database for each conversation.
  const threads = await chat.threads.toArray();
  return threads.reduce((total, { unread }) => total + unread, 0);
}
