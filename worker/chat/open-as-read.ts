import { LOCAL_OFFICIAL_TID } from '#contract/chat/rules.ts';
import { stanzaIdOfMid } from '#contract/ids.ts';
import { bareJid } from '#contract/jid.ts';
import { readSettingsIn } from '../account/settings.ts';
import { compareMessages, placeOf } from '../db/reads/message-order.ts';
import { messagesInOrder } from '../db/reads/messages-in-order.ts';
import type { AppDb, ChatDb } from '../db/schema.ts';
import { addOutboxRow, type StoredOutboxRow } from '../db/writes/outgoing.ts';
import { applyReach, withReach } from './read-state.ts';

type Ports = { readonly app: AppDb; readonly chat: ChatDb; readonly newId: () => string };

/**
 * Marks all messages of a conversation as read, as opening it does (product 4.3), and sets the divider before the
 * first unread message. Returns the read marks, already in the outbox: one for each sender, for the own devices only when
 * the user does not share read receipts.
 */
export async function openAsRead({ app, chat, newId }: Ports, tid: string): Promise<readonly StoredOutboxRow[]> {
  const { readReceipt } = await readSettingsIn(app);
  return chat.transaction('rw', [chat.messages, chat.threads, chat.outbox], async () => {
    const thread = await chat.threads.where('tid').equals(tid).first();
    if (!thread) return [];
    // Messages that do not count as unread, such as a gift request, are read as well, and their senders get the mark.
    const uncounted = await messagesInOrder(chat, tid, { ...(thread.readTo && { from: thread.readTo }) })
      .filter(({ out, read, unreadIn }) => !out && !read && unreadIn === undefined)
      .toArray();
    if (thread.unread === 0 && uncounted.length === 0) {
      // No new message since the last visit: the old divider is removed.
      if (thread.dividerMid !== '') await chat.threads.update(thread.id, { dividerMid: '' });
      return [];
    }
    const unread = (await chat.messages.where('unreadIn').equals(tid).toArray()).toSorted(compareMessages);
    const reading = [...unread, ...uncounted].toSorted(compareMessages);
    const last = reading.at(-1);
    const read = last ? withReach(thread, 'read', placeOf(last)) : thread;
    const dividerMid = unread[0]?.mid ?? '';
    await chat.threads.put({ ...(await applyReach(chat, thread, read)), dividerMid });
    await chat.messages.bulkUpdate(uncounted.map(({ id }) => ({ key: id, changes: { read: true } })));
    if (!last || tid === LOCAL_OFFICIAL_TID) return [];
    // One mark for each sender: messages of a service about the peer are in the same conversation as the peer's own.
    const newest = new Map(reading.map(({ from, mid }) => [bareJid(from), mid]));
    const stored: StoredOutboxRow[] = [];
    for (const [to, mid] of newest) {
      const about = stanzaIdOfMid(mid);
      const mark = { kind: 'displayed', about, tid, stanzaId: newId(), to } as const;
      stored.push({ row: await addOutboxRow(chat, readReceipt ? mark : { ...mark, isPrivate: true }) });
    }
    return stored;
  });
}
