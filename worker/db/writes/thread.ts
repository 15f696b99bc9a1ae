import { withFewMarksIn } from '#contract/chat/line-facts.ts';
import type { PreviewFacts } from '#contract/chat/lines.ts';
import { bareJid } from '#contract/jid.ts';
import { factsOf } from '../reads/facts.ts';
import { comparePlaces, isPending, PENDING_STAMP, placeOf } from '../reads/message-order.ts';
import { messagesInOrder } from '../reads/messages-in-order.ts';
import type { ChatDb, MessageRow, ThreadRow } from '../schema.ts';

/** The peer of a conversation. `local`: local part of the JID; `bare`: bare JID. */
export type ThreadPeer = {
  readonly uid: number;
  readonly local: string;
  readonly bare: string;
  readonly nickName: string;
};

/** Returns the conversation with a peer. A new one is not stored until the caller puts it. */
export async function findThread(db: ChatDb, peer: ThreadPeer, mainJid: string): Promise<ThreadRow> {
  return (await db.threads.get(peer.uid)) ?? newThread(peer, mainJid);
}

/** Fields of the last message in the row of a conversation without messages. */
export const NO_LAST_MESSAGE = {
  lastPlace: undefined,
  lastFacts: undefined,
  lastMid: '',
  lastOut: false,
  lastState: 'success',
} as const satisfies Partial<ThreadRow>;

/** Returns the row of a new conversation without messages. `mainJid`: the account's own JID. */
export const newThread = (peer: ThreadPeer, mainJid: string): ThreadRow => ({
  id: peer.uid,
  tid: peer.local,
  mainJid,
  linkedJid: peer.bare,
  linkedUser: { jid: peer.bare, uid: peer.uid, nickName: peer.nickName },
  unread: 0,
  lastDate: 0,
  ...NO_LAST_MESSAGE,
  lastIncoming: 0,
  dividerMid: '',
});

/** Returns the conversation after a new message. Only a message at the end, by the order of messages, becomes the last one. */
export function withMessage(thread: ThreadRow, row: MessageRow): ThreadRow {
  const next = { ...thread };
  if (!row.out) {
    // A message of a service about the peer was not written by the peer.
    if (bareJid(row.from) === thread.linkedJid) next.lastIncoming = Math.max(thread.lastIncoming, row.date);
    if (row.nickName && row.date >= thread.lastIncoming)
      next.linkedUser = { ...thread.linkedUser, nickName: row.nickName };
  }
  next.lastDate = Math.max(thread.lastDate, row.date);
  const isLast = !thread.lastPlace || comparePlaces(placeOf(row), thread.lastPlace) >= 0;
  return isLast ? { ...next, ...lastFieldsOf(row) } : next;
}

/** Returns the facts of the last message of a conversation as they are stored with it, with the combining marks on a letter limited. */
export const lastFactsOf = (row: MessageRow): PreviewFacts => withFewMarksIn(factsOf(row));

/** Returns the fields of a conversation that describe its last message. */
const lastFieldsOf = (row: MessageRow): Partial<ThreadRow> => ({
  lastPlace: placeOf(row),
  lastFacts: lastFactsOf(row),
  lastMid: row.mid,
  lastOut: row.out,
  lastState: row.state,
});

/**
 * Returns the conversation with its last message read again, after messages have moved or were deleted. The date of a pending message
 * counts only while it is later than that of the last accepted one. Without messages the conversation stays where it is in the list.
 */
export async function withLastMessage(db: Pick<ChatDb, 'messages'>, thread: ThreadRow): Promise<ThreadRow> {
  const last = await messagesInOrder(db, thread.tid).last();
  if (!last) return { ...thread, ...NO_LAST_MESSAGE };
  const accepted = isPending(last)
    ? await messagesInOrder(db, thread.tid, { to: [PENDING_STAMP, 0], withTo: false }).last()
    : last;
  return { ...thread, ...lastFieldsOf(last), lastDate: Math.max(last.date, accepted?.date ?? 0) };
}
