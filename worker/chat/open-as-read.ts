import { LOCAL_OFFICIAL_TID } from '#contract/chat/rules.ts';
import { stanzaIdOfMid } from '#contract/ids.ts';
import { bareJid } from '#contract/jid.ts';
import { readSettings } from '../account/settings.ts';
import type { AppDb, ChatDb } from '../db/schema.ts';
import { type StoredOutboxRow, storeRow } from '../db/writes/outgoing.ts';
import { markReadUpTo } from './read-state.ts';

type Ports = { readonly app: AppDb; readonly chat: ChatDb; readonly newId: () => string };

/**
 * Marks all messages of a conversation as read, as opening it does (product 4.3), and sets the divider before the
 * first unread message. Returns the read marks, already in the outbox: one for each sender, none when the settings
 * disable them.
 */
export async function openAsRead({ app, chat, newId }: Ports, tid: string): Promise<readonly StoredOutboxRow[]> {
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
    // One mark for each sender: messages of a service about the peer are in the same conversation as the peer's own.
    const newest = new Map(unread.map(({ from, mid }) => [bareJid(from), mid]));
    const stored: StoredOutboxRow[] = [];
    for (const [to, mid] of newest) {
      const about = stanzaIdOfMid(mid);
      const mark = { kind: 'displayed', about, tid, stanzaId: newId(), to } as const;
      stored.push({ row: await storeRow(chat, mark) });
    }
    return stored;
  });
}
