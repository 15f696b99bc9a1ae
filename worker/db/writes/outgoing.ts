import { kindOf, type Payload } from '#contract/chat/payload.ts';
import { REPLY_WINDOW_MS } from '#contract/chat/rules.ts';
import type { ChatDb, MessageRow, SessionRow, ThreadRow } from '../schema.ts';
import { withMessage } from './thread.ts';

export type Client = { readonly os: string; readonly pkgName: string };

/**
 * Adds an outgoing message, its outbox row and its conversation. Runs inside the caller's transaction over messages, outbox and
 * threads.
 */
export async function addOutgoing(db: ChatDb, thread: ThreadRow, row: MessageRow, stanzaId: string): Promise<void> {
  await Promise.all([
    db.messages.add(row),
    db.outbox.add({ kind: 'message', about: row.mid, tid: row.tid, stanzaId, to: thread.linkedJid }),
    db.threads.put(withMessage(thread, row)),
  ]);
}

/**
 * Writes an outgoing message into a conversation and into the outbox, in one transaction. A second call with the same `mid`
 * writes nothing. False when the conversation does not exist, or the asking user has signed out since (`still`).
 */
export function writeOutgoing(
  db: ChatDb,
  { tid, mid, stanzaId }: { readonly tid: string; readonly mid: string; readonly stanzaId: string },
  still: () => boolean,
  rowIn: (thread: ThreadRow) => MessageRow,
): Promise<boolean> {
  return db.transaction('rw', [db.messages, db.threads, db.outbox], async () => {
    const [thread, sentBefore] = await Promise.all([
      db.threads.where('tid').equals(tid).first(),
      db.messages.where('mid').equals(mid).count(),
    ]);
    if (!thread || !still()) return false;
    // A page whose worker died during the command asks again: the message is stored already.
    if (sentBefore === 0) await addOutgoing(db, thread, rowIn(thread), stanzaId);
    return true;
  });
}

/** Returns the row of an outgoing message. `now` is the server's clock, ms. */
export const outgoingRow = (
  session: SessionRow,
  client: Client,
  thread: ThreadRow,
  mid: string,
  now: number,
  payload: Payload,
): MessageRow => ({
  mid,
  tid: thread.tid,
  // Never earlier than the messages already shown: a clock that is behind must not put an answer before its question.
  date: Math.max(now, thread.lastDate + 1),
  from: session.jid,
  to: thread.linkedJid,
  nickName: session.nickName,
  os: client.os,
  pkgName: client.pkgName,
  read: true,
  sensitiveInfo: 0,
  refusal: '',
  reached: 'none',
  version: 1,
  raw: '',
  textAction: thread.lastIncoming > 0 && now - thread.lastIncoming <= REPLY_WINDOW_MS ? 'reply' : '',
  out: true,
  type: kindOf(payload).type,
  state: kindOf(payload).startsAs,
  payload,
});
