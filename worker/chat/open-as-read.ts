import { LOCAL_OFFICIAL_TID } from '#contract/chat/rules.ts';
import { stanzaIdOfMid } from '#contract/ids.ts';
import { bareJid } from '#contract/jid.ts';
import { readSettings } from '../account/settings.ts';
import type { AppDb, ChatDb } from '../db/schema.ts';
import { type Stored, storeRow } from '../db/writes/outgoing.ts';
import { markReadUpTo } from './read-state.ts';

type Ports = { readonly app: AppDb; readonly chat: ChatDb; readonly newId: () => string };

/**
 * Marks all of a conversation as read (product 4.3), as opening it does. Keeps the divider before the first unread message, and
 * returns the read marks for those who wrote, if the settings allow any: they are in the outbox.
 */
export async function openAsRead({ app, chat, newId }: Ports, tid: string): Promise<readonly Stored[]> {
  const { readReceipt } = await readSettings(app);
  return chat.transaction('rw', [chat.messages, chat.threads, chat.outbox], async () => {
    const thread = await chat.threads.where('tid').equals(tid).first();
    if (!thread) return [];
    if (thread.unread === 0) {
      // No new message since the last visit: the old divider is removed.
      if (thread.dividerMid !== '') await chat.threads.update(thread.id, { dividerMid: '' });
      return [];
    }
    const unread = await chat.messages.where('unreadIn').equals(tid).sortBy('date');
    const [first, last] = [unread[0], unread.at(-1)];
    await chat.threads.update(thread.id, { dividerMid: first?.mid ?? '' });
    await markReadUpTo(chat, tid, Number.POSITIVE_INFINITY);
    if (!last || tid === LOCAL_OFFICIAL_TID || !readReceipt) return [];
    // One for each who wrote: what a service says of the peer lies among the peer's own messages.
    const newest = new Map(unread.map(({ from, mid }) => [bareJid(from), mid]));
    const stored: Stored[] = [];
    for (const [to, mid] of newest) {
      const about = stanzaIdOfMid(mid);
      const mark = { kind: 'displayed', about, tid, stanzaId: newId(), to } as const;
      stored.push({ row: await storeRow(chat, mark) });
    }
    return stored;
  });
}
