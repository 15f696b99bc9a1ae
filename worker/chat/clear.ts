import Dexie, { type Collection } from 'dexie';
import type { ChatDb, MessageRow, ThreadRow } from '../db/schema.ts';
import { NO_LAST_MESSAGE, withMessage } from '../db/writes/thread.ts';

const DAY_MS = 86_400_000;

/**
 * Removes what was said from this device (product 2.4), of one conversation or of all. What still
 * waits to be sent stays: clearing up must not take words back that somebody is about to get.
 */
export const clearMessages = (chat: ChatDb, tid: string | null): Promise<void> =>
  clear(chat, () => (tid === null ? chat.messages.toCollection() : chat.messages.where('tid').equals(tid)));

/** 'delete after N days' (product 2.4). 0 keeps everything. */
export async function clearOlderThan(chat: ChatDb, days: number, now: number): Promise<void> {
  if (days > 0) await clear(chat, () => chat.messages.where('date').below(now - days * DAY_MS));
}

async function clear(chat: ChatDb, chosen: () => Collection<MessageRow, number | undefined>): Promise<void> {
  await chat.transaction('rw', [chat.messages, chat.threads, chat.outbox], async () => {
    const waiting = new Set((await chat.outbox.toArray()).map(({ about }) => about));
    const touched = new Set<string>();
    const gone: number[] = [];
    await chosen().each(({ id, mid, tid }) => {
      if (id === undefined || waiting.has(mid)) return;
      gone.push(id);
      touched.add(tid);
    });
    await chat.messages.bulkDelete(gone);
    for (const tid of touched) {
      const thread = await chat.threads.where('tid').equals(tid).first();
      if (thread) await chat.threads.put(await retold(chat, thread));
    }
  });
}

/** The conversation as what is left of it tells it; its place in the list stays. */
async function retold(chat: ChatDb, thread: ThreadRow): Promise<ThreadRow> {
  const { tid } = thread;
  const last = await chat.messages.where('[tid+date]').between([tid, Dexie.minKey], [tid, Dexie.maxKey]).last();
  const unread = await chat.messages.where('unreadIn').equals(tid).count();
  const divided = await chat.messages.where('mid').equals(thread.dividerMid).count();
  const kept = { ...thread, unread, dividerMid: divided > 0 ? thread.dividerMid : '' };
  if (last) return withMessage({ ...kept, lastDate: last.date }, last);
  return { ...kept, ...NO_LAST_MESSAGE };
}
