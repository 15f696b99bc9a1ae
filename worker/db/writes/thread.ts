import { bareJid } from '#contract/jid.ts';
import type { ChatDb, MessageRow, ThreadRow } from '../schema.ts';
import { factsOf } from './facts.ts';

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

/** Returns the conversation after a sent or received message. An older message from the archive does not become the last one. */
export function withMessage(thread: ThreadRow, row: MessageRow): ThreadRow {
  const next = { ...thread };
  if (!row.out) {
    // A message of a service about the peer was not written by the peer.
    if (bareJid(row.from) === thread.linkedJid) next.lastIncoming = Math.max(thread.lastIncoming, row.date);
    if (row.nickName && row.date >= thread.lastIncoming)
      next.linkedUser = { ...thread.linkedUser, nickName: row.nickName };
  }
  if (row.date >= thread.lastDate) {
    next.lastDate = row.date;
    next.lastFacts = factsOf(row);
    next.lastMid = row.mid;
    next.lastOut = row.out;
    next.lastState = row.state;
  }
  return next;
}
