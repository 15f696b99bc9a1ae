import { comparePlaces, isPending, isUpTo, type Place, placeOf } from '../db/reads/message-order.ts';
import { messagesInOrder } from '../db/reads/messages-in-order.ts';
import type { ChatDb, MessageRow, PendingMark, ThreadRow } from '../db/schema.ts';
import { furthest } from './delivery.ts';

/** Maximum number of messages that one mark updates, the newest first. Older ones were covered by earlier marks. */
const WALK_LIMIT = 2_000;

type Reach = PendingMark['reach'];
const FIELDS = { read: 'readTo', delivered: 'deliveredTo', seen: 'seenTo' } as const satisfies Record<
  Reach,
  keyof ThreadRow
>;

/**
 * Returns the conversation with its position moved forward to a place; the same object when the position is already there or later.
 * Positions also apply to messages that are stored later, so the result does not depend on the order in which messages and marks arrive.
 */
export function withReach(thread: ThreadRow, reach: Reach, place: Place): ThreadRow {
  const field = FIELDS[reach];
  const before = thread[field];
  return before && comparePlaces(before, place) >= 0 ? thread : { ...thread, [field]: place };
}

/** Returns how far an own message got, by the positions of its conversation. */
export function reachedIn(thread: Pick<ThreadRow, 'deliveredTo' | 'seenTo'> | undefined, row: MessageRow) {
  if (isUpTo(row, thread?.seenTo)) return 'seen';
  return isUpTo(row, thread?.deliveredTo) ? 'delivered' : 'none';
}

/**
 * Applies the positions of a conversation that were moved forward to its stored messages. Runs inside the caller's
 * transaction, which also stores the returned conversation.
 */
export async function applyReach(
  db: Pick<ChatDb, 'messages'>,
  before: ThreadRow | undefined,
  thread: ThreadRow,
): Promise<ThreadRow> {
  const { tid, readTo, deliveredTo, seenTo } = thread;
  if (deliveredTo !== before?.deliveredTo)
    await markReached(db, tid, { from: before?.deliveredTo, to: deliveredTo }, 'delivered');
  if (seenTo !== before?.seenTo) await markReached(db, tid, { from: before?.seenTo, to: seenTo }, 'seen');
  if (!readTo || readTo === before?.readTo || thread.unread === 0) return thread;
  await db.messages
    .where('unreadIn')
    .equals(tid)
    .and((row) => isUpTo(row, readTo))
    .modify((row) => {
      row.read = true;
      delete row.unreadIn;
    });
  return { ...thread, unread: await db.messages.where('unreadIn').equals(tid).count() };
}

type PeerReached = Exclude<Reach, 'read'>;

/** Marks accepted messages from the former position to the new one as delivered or seen, the newest ones first. */
async function markReached(
  db: Pick<ChatDb, 'messages'>,
  tid: string,
  { from, to }: { readonly from: Place | undefined; readonly to: Place | undefined },
  reached: PeerReached,
): Promise<void> {
  if (!to) return;
  const rows = await messagesInOrder(db, tid, { ...(from && { from }), to })
    .reverse()
    .limit(WALK_LIMIT)
    .toArray();
  const changed = rows.flatMap((row) => {
    const next = furthest(row.reached, reached);
    return row.out && row.state !== 'error' && row.reached !== next ? [{ ...row, reached: next }] : [];
  });
  await db.messages.bulkPut(changed);
}

/**
 * Marks a message whose acceptance has not arrived yet as delivered or seen: the peer's mark may be faster than the pong
 * of the gate. So are the messages that were sent before it; those that wait for an upload were not sent. The positions
 * follow when it is accepted.
 */
export async function markPendingReached(
  db: Pick<ChatDb, 'messages' | 'outbox'>,
  target: MessageRow,
  reached: PeerReached,
): Promise<void> {
  const queued = await db.outbox.where('tid').equals(target.tid).sortBy('id');
  const end = queued.findIndex(({ about }) => about === target.mid);
  const sent = queued.slice(0, end + 1).flatMap(({ kind, about, waitsFor }) => {
    return kind === 'message' && waitsFor === undefined ? [about] : [];
  });
  await db.messages
    .where('mid')
    .anyOf([...sent, target.mid])
    .and(isPending)
    .modify((row) => {
      row.reached = furthest(row.reached, reached);
    });
}

/**
 * Returns the conversation after own messages were accepted: its read position moves forward to them, and so do the positions by which a
 * message was already delivered or seen before it had its place.
 */
export function withAccepted(thread: ThreadRow, accepted: readonly MessageRow[]): ThreadRow {
  let next = thread;
  for (const row of accepted) {
    // An estimated place could be in the future, and would read what has not arrived yet.
    if (isPending(row) || row.archiveId === 0) continue;
    next = withReach(next, 'read', placeOf(row));
    if (row.reached !== 'none') next = withReach(next, row.reached, placeOf(row));
  }
  return next;
}
