import { chat } from '../open.ts';
import type { ThreadRow } from '../schema.ts';

/** All conversations, the one with the newest message first. */
export const readThreads = (): Promise<ThreadRow[]> => chat.threads.orderBy('lastDate').reverse().toArray();

export const readThread = (tid: string): Promise<ThreadRow | undefined> =>
  chat.threads.where('tid').equals(tid).first();

/** Unread messages over all conversations: for the badge and the document title. */
export async function countUnread(): Promise<number> {
  let total = 0;
  await chat.threads.each((thread) => {
    total += thread.unread;
  });
  return total;
}
