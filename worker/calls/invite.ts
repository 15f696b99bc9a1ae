import { localOfUid, midOf } from '#contract/ids.ts';
import { cleanNick } from '#contract/people/nick.ts';
import type { ChatDb, SessionRow } from '../db/schema.ts';
import { addOutgoing, type Client, outgoingRow } from '../db/writes/outgoing.ts';
import { findThread } from '../db/writes/thread.ts';
import type { Peer } from './machine.ts';

type Invitation = { readonly sid: string; readonly peer: Peer; readonly startTime: number; readonly now: number };

/**
 * Puts the call's invitation (a chat message of type 10) into the outbox. Its stanza id is the sid, so that a refusal
 * is matched to the call and both sides find the bubble by the sid. Call messages start in the state `success`
 * (product 4.2).
 */
export async function putInvitation(
  chat: ChatDb,
  session: SessionRow,
  client: Client,
  { sid, peer, startTime, now }: Invitation,
): Promise<void> {
  const local = localOfUid(peer.uid);
  const mid = midOf(localOfUid(session.uid), sid);
  await chat.transaction('rw', [chat.messages, chat.threads, chat.outbox, chat.users], async () => {
    const nickName = cleanNick(peer.nickName);
    const thread = await findThread(chat, { uid: peer.uid, local, bare: peer.jid, nickName }, session.jid);
    const row = outgoingRow(session, client, thread, mid, now, {
      kind: 'call',
      sid,
      startTime,
      caller: session.uid,
      callee: peer.uid,
      connectingTime: 0,
      endTime: 0,
      reason: '',
      rejectType: '',
    });
    await Promise.all([
      addOutgoing(chat, thread, row, { stanzaId: sid }),
      chat.users.put({ uid: peer.uid, jid: peer.jid, nickName, avatarUrl: '' }),
    ]);
  });
}
