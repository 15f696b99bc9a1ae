import Dexie from 'dexie';
import { isNews, kindOfType } from '#contract/chat/payload.ts';
import { localOfUid } from '#contract/ids.ts';
import { isPending, isUpTo, placeOf } from '../../db/reads/message-order.ts';
import type { ChatDb, MessageRow, OutboxRow, PendingMark, SyncRow, ThreadRow, UserRow } from '../../db/schema.ts';
import { applyAnswers } from '../../db/writes/answers.ts';
import { newThread, withLastMessage, withMessage } from '../../db/writes/thread.ts';
import type { Inbound, Peer, Self } from '../../xmpp/inbound.ts';
import { applyChanges } from '../changes/apply.ts';
import { stepDelivery } from '../delivery.ts';
import { applyReach, markPendingReached, reachedIn, withReach } from '../read-state.ts';
import { createPendingMarks, marksRow, type NamedMark, namedMark } from './pending-marks.ts';
import { rowOfInbound } from './row.ts';

type InboundMessage = Extract<Inbound, { kind: 'message' }>;
type Found = { readonly row: MessageRow; readonly item: InboundMessage };

/** Input of `receiveBatch` besides the stanzas: account, time, shown conversations, settings, and the sync rows to commit. */
export type ReceiveContext = {
  readonly self: Self;
  /** Estimated server time of the batch, ms. */
  readonly now: number;
  readonly isWatched: (tid: string) => boolean;
  /**
   * True while a new device reads the archive backwards: history gets no receipts, and a tab that shows the conversation does not mark it
   * as read.
   */
  readonly isHistory: boolean;
  /** Sync rows that are committed together with the messages they describe. */
  readonly sync: readonly SyncRow[];
  readonly newId: () => string;
  /** The setting readReceipt. When false, read marks reach only the account's own devices. */
  readonly sendsReadMarks: boolean;
};

/** Result of a stored batch. `dropped` has the reasons of stanzas that were not stored. */
export type Received = {
  readonly dropped: readonly string[];
  /** Receipts and read marks to send, already stored in the outbox. */
  readonly marks: readonly (OutboxRow & { readonly id: number })[];
  /** Paths of media whose messages moderation removed or their sender deleted for everyone: cached copies must be deleted. */
  readonly revokedMediaPaths: readonly string[];
};

/**
 * Stores a batch of trusted stanzas in one transaction: messages, what marks report, conversations, unread counts, receipts to send and the
 * sync rows of the context. A message that is stored already (resent, a carbon or an archive result) is not added again; an own one without
 * a place gets it.
 */
export async function receiveBatch(db: ChatDb, items: readonly Inbound[], context: ReceiveContext): Promise<Received> {
  const ownLocal = localOfUid(context.self.uid);
  const dropped: string[] = [];
  const found: Found[] = [];
  const marks: NamedMark[] = [];
  for (const item of items) {
    if (item.kind === 'dropped') dropped.push(item.why);
    const mark = item.kind === 'mark' ? namedMark(item, ownLocal) : undefined;
    if (mark) marks.push(mark);
    if (item.kind !== 'message') continue;
    const row = rowOfInbound(item, ownLocal, context.now);
    if (typeof row === 'string') dropped.push(row);
    else found.push({ row, item });
  }
  // Without messages and marks only the sync table is locked, so that other transactions can write to the other
  // tables.
  const changed = [db.messages, db.threads, db.users, db.outbox, db.sync, db.hidden];
  return db.transaction('rw', found.length + marks.length > 0 ? changed : [db.sync], async () => {
    // Independent reads run in parallel: the round trip to the database is the main cost of a message.
    const [shown, targets, ofMessages, [stored, archive]] = await Promise.all([
      withoutHidden(db, found),
      messagesOf(db, marks),
      knownThreads(
        db,
        found.map(({ item }) => item.peer.local),
      ),
      found.length + marks.length > 0 ? db.sync.bulkGet(['marks', 'archive']) : [],
    ]);
    const pending = createPendingMarks(stored);
    const marked = [...targets.values()].flatMap(({ tid }) => (ofMessages.has(tid) ? [] : tid));
    const known = new Map([...ofMessages, ...(await knownThreads(db, marked))]);
    const reached = advancePositions({ shown, targets, marks, pending }, known, context);
    for (const { row } of shown) settleReadState(row, reached.get(row.tid), context);
    const fresh = await addFresh(db, shown);
    const isFresh = new Set(fresh);
    const moved = await placeKnown(
      db,
      shown.filter((one) => !isFresh.has(one)),
    );
    const threads = await threadsAfter(db, { fresh, moved: new Set(moved.map(({ tid }) => tid)), known, reached });
    const users = changedUsers(threads, known);
    const outgoing = context.isHistory ? [] : receiptsFor(fresh, context);
    const position = context.sync.find(({ key }) => key === 'archive') ?? archive;
    const [ids] = await Promise.all([
      outgoing.length > 0 ? db.outbox.bulkAdd(outgoing, { allKeys: true }) : [],
      threads.length > 0 ? db.threads.bulkPut([...threads]) : undefined,
      users.length > 0 ? db.users.bulkPut(users) : undefined,
      context.sync.length > 0 ? db.sync.bulkPut([...context.sync]) : undefined,
      pending.store(db.sync, position?.key === 'archive' && position.complete),
    ]);
    const rows = fresh.map(({ row }) => row);
    await applyAnswers(db, rows, ownLocal);
    for (const mark of marks) {
      const target = targets.get(mark.mid);
      if (target && isPending(target) && marksRow(mark, target) && mark.reach !== 'read')
        await markPendingReached(db, target, mark.reach);
    }
    const revokedMediaPaths = await applyChanges(db, [...rows, ...moved], ownLocal);
    return { dropped, revokedMediaPaths, marks: outgoing.map((row, index) => ({ ...row, id: ids[index] as number })) };
  });
}

type Arrived = {
  readonly shown: readonly Found[];
  /** The stored messages that marks name, by mid. */
  readonly targets: ReadonlyMap<string, MessageRow>;
  readonly marks: readonly NamedMark[];
  readonly pending: ReturnType<typeof createPendingMarks>;
};

/**
 * Returns the conversations with the positions that this batch moves forward, by tid: by marks, by messages that earlier
 * marks named, by own messages, which read everything before them, and by messages that the user sees at once.
 */
function advancePositions(
  { shown, targets, marks, pending }: Arrived,
  known: ReadonlyMap<string, ThreadRow>,
  context: ReceiveContext,
): ReadonlyMap<string, ThreadRow> {
  const threads = new Map(known);
  const reach = (row: MessageRow, { reach: what }: Pick<PendingMark, 'reach'>) => {
    const thread = threads.get(row.tid);
    if (thread && !isPending(row)) threads.set(row.tid, withReach(thread, what, placeOf(row)));
  };
  for (const { row, item } of shown) {
    const { local } = item.peer;
    if (!threads.has(local)) threads.set(local, newThread(peerOf(item.peer, row), context.self.bare));
  }
  const arrived = new Map(shown.map(({ row }) => [row.mid, row]));
  for (const mark of marks) {
    const target = arrived.get(mark.mid) ?? targets.get(mark.mid);
    if (!target) pending.add(mark);
    else if (marksRow(mark, target)) reach(target, mark);
  }
  for (const { row, item } of shown) {
    const mark = pending.take(row);
    if (mark) reach(row, mark);
    const isOwn = row.out && !item.payload;
    if (isOwn || (!row.out && !context.isHistory && context.isWatched(row.tid))) reach(row, { reach: 'read' });
  }
  return threads;
}

function settleReadState(row: MessageRow, thread: ThreadRow | undefined, context: ReceiveContext): void {
  if (row.out) {
    row.reached = reachedIn(thread, row);
    return;
  }
  row.read = isUpTo(row, thread?.readTo) || (!context.isHistory && context.isWatched(row.tid));
  const counts = row.payload ? isNews(row.payload) : (kindOfType(row.type)?.isNews ?? true);
  if (!row.read && counts) row.unreadIn = row.tid;
}

/** Returns the stored messages that marks name, by mid. */
async function messagesOf(db: ChatDb, marks: readonly NamedMark[]): Promise<ReadonlyMap<string, MessageRow>> {
  if (marks.length === 0) return new Map();
  const mids = marks.map(({ mid }) => mid);
  return new Map((await db.messages.where('mid').anyOf(mids).toArray()).map((row) => [row.mid, row]));
}

/** Filters out messages that the user removed from this device: a resent stanza or the archive delivers them again. */
async function withoutHidden(db: ChatDb, found: readonly Found[]): Promise<readonly Found[]> {
  if (found.length === 0) return found;
  const hidden = await db.hidden.bulkGet(found.map(({ row }) => row.mid));
  return found.filter((_, index) => hidden[index] === undefined);
}

/** Adds new messages. A message whose mid is already stored (unique index) is skipped. */
async function addFresh(db: ChatDb, found: readonly Found[]): Promise<readonly Found[]> {
  if (found.length === 0) return found;
  try {
    await db.messages.bulkAdd(found.map(({ row }) => row));
    return found;
  } catch (error) {
    if (!(error instanceof Dexie.BulkError)) throw error;
    const failures = Object.values(error.failures as unknown as Error[]);
    if (failures.some(({ name }) => name !== 'ConstraintError')) throw error;
    const known = new Set(Object.keys(error.failuresByPos).map(Number));
    return found.filter((_, index) => !known.has(index));
  }
}

/**
 * Gives stored messages the place that the server states, if they have none yet, and counts them as accepted: own ones whose acceptance was
 * lost. Returns the messages that moved.
 */
async function placeKnown(db: ChatDb, known: readonly Found[]): Promise<readonly MessageRow[]> {
  const placed = new Map(known.flatMap(({ row }) => (row.archiveId > 0 ? [[row.mid, row]] : [])));
  if (placed.size === 0) return [];
  const stored = await db.messages
    .where('mid')
    .anyOf([...placed.keys()])
    .and(({ archiveId }) => archiveId === 0)
    .toArray();
  const changed = stored.map((row) => {
    const { date, stamp, archiveId } = placed.get(row.mid) ?? row;
    return { ...row, date, stamp, archiveId, state: stepDelivery(row.state, 'accepted') };
  });
  await db.messages.bulkPut(changed);
  return changed;
}

/** Returns the stored conversations, by tid. */
async function knownThreads(db: ChatDb, tids: readonly string[]): Promise<ReadonlyMap<string, ThreadRow>> {
  if (tids.length === 0) return new Map();
  const rows = await db.threads
    .where('tid')
    .anyOf([...new Set(tids)])
    .toArray();
  return new Map(rows.map((row) => [row.tid, row]));
}

type Stored = {
  readonly fresh: readonly Found[];
  readonly moved: ReadonlySet<string>;
  readonly known: ReadonlyMap<string, ThreadRow>;
  readonly reached: ReadonlyMap<string, ThreadRow>;
};

/** Returns the conversations that the batch changed, and applies their new positions to the stored messages. */
async function threadsAfter(db: ChatDb, { fresh, moved, known, reached }: Stored): Promise<readonly ThreadRow[]> {
  const threads = new Map<string, ThreadRow>();
  for (const { row, item } of fresh) {
    const { local } = item.peer;
    if (row.tid !== local) continue;
    const before = threads.get(local) ?? reached.get(local);
    if (!before) continue;
    const next = withMessage(before, row);
    if (row.unreadIn) next.unread += 1;
    threads.set(local, next);
  }
  for (const [tid, thread] of reached) {
    const next = threads.get(tid) ?? thread;
    if (moved.has(tid)) threads.set(tid, await withLastMessage(db, next));
    else if (known.has(tid) && known.get(tid) !== thread) threads.set(tid, next);
  }
  for (const [tid, thread] of threads) threads.set(tid, await applyReach(db, known.get(tid), thread));
  return [...threads.values()];
}

const peerOf = (peer: Peer, row: MessageRow) => ({ ...peer, nickName: row.out ? '' : row.nickName });

/** Returns the peers of new conversations and the peers whose name changed. */
const changedUsers = (threads: readonly ThreadRow[], known: ReadonlyMap<string, ThreadRow>): UserRow[] =>
  threads
    .filter(({ tid, linkedUser }) => known.get(tid)?.linkedUser.nickName !== linkedUser.nickName)
    .map(({ linkedUser }) => ({ ...linkedUser, avatarUrl: '' }));

/**
 * Returns one mark per conversation, sender and batch: a read mark if the conversation is on the screen, else a receipt. It counts for all
 * earlier messages (contract, Mark). A service gets only read marks, from which the account's other devices learn what was read. A user who
 * does not share read receipts sends the peer a receipt, and the read mark to the own devices only.
 */
function receiptsFor(fresh: readonly Found[], context: ReceiveContext): OutboxRow[] {
  const newest = new Map<string, Found>();
  /** Whether a message is on the screen. One that is `read` by a mark of another device needs no read mark of this one. */
  const isSeen = ({ tid }: MessageRow) => context.isWatched(tid);
  for (const message of fresh) {
    const { row, item } = message;
    if (row.out || row.tid !== item.peer.local) continue;
    const { service } = item.peer;
    if (!service || isSeen(row)) newest.set(`${row.tid} ${service}`, message);
  }
  return [...newest.values()].flatMap(({ row, item }) => {
    const to = item.peer.service ? context.self.services[item.peer.service] : item.peer.bare;
    const rowOf = (kind: 'received' | 'displayed'): OutboxRow => ({
      kind,
      about: item.envelope.id,
      tid: row.tid,
      stanzaId: context.newId(),
      to,
    });
    if (isSeen(row) && context.sendsReadMarks) return [rowOf('displayed')];
    const receipts = item.peer.service ? [] : [rowOf('received')];
    return isSeen(row) ? [...receipts, { ...rowOf('displayed'), isPrivate: true as const }] : receipts;
  });
}
