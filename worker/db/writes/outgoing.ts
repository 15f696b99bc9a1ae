import { kindOf, type Payload } from '#contract/chat/payload.ts';
import { REPLY_WINDOW_MS } from '#contract/chat/rules.ts';
import { localOfMid } from '#contract/ids.ts';
import { PENDING_PLACE } from '../reads/message-order.ts';
import type { ChatDb, MessageRow, OutboxRow, SessionRow, ThreadRow } from '../schema.ts';
import { applyAnswers } from './answers.ts';
import { withMessage } from './thread.ts';

/** The client platform stated in outgoing messages. */
export type Client = { readonly os: string; readonly pkgName: string };
/** A row that was stored in the outbox, with its message, to hand over to the outbox without a read. */
export type StoredOutboxRow = { readonly row: OutboxRow & { readonly id: number }; readonly message?: MessageRow };

/** Stanza id of an outgoing message, and the upload or files for which it waits, if any (`OutboxRow.waitsFor`). */
export type OutgoingIds = { readonly stanzaId: string; readonly waitsFor?: string };

/**
 * Adds an outgoing message, its outbox row and its conversation. Runs inside the caller's transaction over messages,
 * outbox and threads. The result may be handed to the outbox once that transaction is committed.
 */
export async function addOutgoing(
  db: ChatDb,
  thread: ThreadRow,
  message: MessageRow,
  { stanzaId, waitsFor }: OutgoingIds,
): Promise<StoredOutboxRow> {
  const row: OutboxRow = {
    kind: 'message',
    about: message.mid,
    tid: message.tid,
    stanzaId,
    to: thread.linkedJid,
    ...(waitsFor === undefined ? {} : { waitsFor }),
  };
  const [stored] = await Promise.all([
    addOutboxRow(db, row),
    db.messages.add(message),
    db.threads.put(withMessage(thread, message)),
  ]);
  await applyAnswers(db, [message], localOfMid(message.mid));
  return { row: stored, message };
}

/** Adds a row to the outbox. Runs inside the caller's transaction. */
export async function addOutboxRow(db: ChatDb, row: OutboxRow): Promise<StoredOutboxRow['row']> {
  return { ...row, id: (await db.outbox.add({ ...row })) as number };
}

/**
 * Stores a pending message again under a new primary key, after all others: pending messages are in the order of the outbox, in which they
 * will be accepted. Runs inside the caller's transaction.
 */
export async function moveToEnd({ messages }: Pick<ChatDb, 'messages'>, { id, ...message }: MessageRow): Promise<void> {
  if (id !== undefined) await messages.delete(id);
  await messages.add(message);
}

/**
 * Writes an outgoing message into a conversation and the outbox in one transaction. Returns the stored rows; empty
 * when a message with this `mid` is stored already. Undefined when the conversation does not exist or the user has
 * signed out since (`isCurrent`).
 */
export function writeOutgoing(
  db: ChatDb,
  { tid, mid, ...envelope }: OutgoingIds & { readonly tid: string; readonly mid: string },
  isCurrent: () => boolean,
  rowIn: (thread: ThreadRow) => MessageRow,
): Promise<readonly StoredOutboxRow[] | undefined> {
  return db.transaction('rw', [db.messages, db.threads, db.outbox], async () => {
    const [thread, sentBefore] = await Promise.all([
      db.threads.where('tid').equals(tid).first(),
      db.messages.where('mid').equals(mid).count(),
    ]);
    if (!thread || !isCurrent()) return undefined;
    // A page repeats the command when its worker died during it: the message may be stored already.
    return sentBefore === 0 ? [await addOutgoing(db, thread, rowIn(thread), envelope)] : [];
  });
}

/** Returns the row of an outgoing message. `now`: server clock, ms. */
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
  // Never earlier than the peer's messages: a slow clock must not date an answer before its question.
  date: Math.max(now, thread.lastIncoming),
  ...PENDING_PLACE,
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
  ...answersOf(payload),
});

/** Returns the stanza id of the message that the payload answers or changes, if it does. */
export function answersOf(payload: Payload): Pick<MessageRow, 'answers'> {
  const answers = kindOf(payload).answers?.(payload);
  return answers === undefined ? {} : { answers };
}
