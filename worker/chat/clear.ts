import type { Collection } from 'dexie';
import { DAY_MS } from '#contract/durations.ts';
import { sideTidOf } from '#contract/ids.ts';
import type { ChatDb, MessageRow, ThreadRow } from '../db/schema.ts';
import { withLastMessage } from '../db/writes/thread.ts';

/**
 * Deletes messages from this device at the user's request (product 2.4), of one conversation or, with null, of all. Messages in the outbox
 * stay: clearing must not cancel a message that is about to be sent.
 */
export const clearMessages = (chat: ChatDb, tid: string | null): Promise<void> =>
  clear(chat, () =>
    tid === null ? chat.messages.toCollection() : chat.messages.where('tid').anyOf(tid, sideTidOf(tid)),
  );

/** Deletes messages older than `days` that are not in the outbox (setting 'delete after N days', product 2.4). 0 deletes nothing. */
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
      if (thread) await chat.threads.put(await recomputedThread(chat, thread));
    }
  });
}

/** Returns the conversation row recomputed from its remaining messages after some were deleted. */
export async function recomputedThread(chat: ChatDb, thread: ThreadRow): Promise<ThreadRow> {
  const { tid } = thread;
  const unread = await chat.messages.where('unreadIn').equals(tid).count();
  const divided = await chat.messages.where('mid').equals(thread.dividerMid).count();
  return withLastMessage(chat, { ...thread, unread, dividerMid: divided > 0 ? thread.dividerMid : '' });
}
