import { bareJid } from '#contract/jid.ts';
import type { ChatDb, MessageRow, ThreadRow } from '../schema.ts';
import { factsOf } from './facts.ts';

export type ThreadPeer = {
  readonly uid: number;
  readonly local: string;
  readonly bare: string;
  readonly nickName: string;
};

/** Returns the conversation with a peer; a new one is not stored before the caller puts it. */
export async function findThread(db: ChatDb, peer: ThreadPeer, mainJid: string): Promise<ThreadRow> {
  return (await db.threads.get(peer.uid)) ?? newThread(peer, mainJid);
}

/** Values of the last message for a conversation without one. */
export const NO_LAST_MESSAGE = {
  lastFacts: undefined,
  lastMid: '',
  lastOut: false,
  lastState: 'success',
} as const satisfies Partial<ThreadRow>;

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

/** Returns the conversation after a sent or received message; an older one from the archive does not become its last. */
export function withMessage(thread: ThreadRow, row: MessageRow): ThreadRow {
  const next = { ...thread };
  if (!row.out) {
    // What a service says of the peer is nothing that they wrote.
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
