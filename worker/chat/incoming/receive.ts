import Dexie from 'dexie';
import { kindOfType } from '#contract/chat/payload.ts';
import { localOfUid, midOf } from '#contract/ids.ts';
import type { ChatDb, MessageRow, OutboxRow, SyncRow, ThreadRow, UserRow } from '../../db/schema.ts';
import { applyAnswers } from '../../db/writes/answers.ts';
import { newThread, withMessage } from '../../db/writes/thread.ts';
import { type Inbound, midFrom, type Peer, type Self } from '../../xmpp/inbound.ts';
import { markReached, markReadUpTo } from '../read-state.ts';
import { blankRevoked } from '../removed.ts';
import { type BackfillMemory, reachedInHistory, rememberPage, wasReadInHistory } from './backfill.ts';
import { rowOfInbound } from './row.ts';

type InboundMessage = Extract<Inbound, { kind: 'message' }>;
type InboundMark = Extract<Inbound, { kind: 'mark' }>;
type Found = { readonly row: MessageRow; readonly item: InboundMessage };

/** The context in which a batch is stored. */
export type ReceiveContext = {
  readonly self: Self;
  /** Estimated server time, ms. */
  readonly now: number;
  readonly isWatched: (tid: string) => boolean;
  /** Set while a new device reads the archive backwards: history does not count as unread and gets no receipts. */
  readonly backfill: BackfillMemory | undefined;
  /** Sync rows that are committed together with the messages they describe. */
  readonly sync: readonly SyncRow[];
  readonly newId: () => string;
  /** The setting readReceipt. When false, no read marks are sent. */
  readonly sendsReadMarks: boolean;
};

/** Result of a stored batch. `dropped` has the reasons of stanzas that were not stored. */
export type Received = {
  readonly dropped: readonly string[];
  /** Receipts and read marks to send, already stored in the outbox. */
  readonly marks: readonly (OutboxRow & { readonly id: number })[];
  /** URLs of media whose messages the server removed. */
  readonly takenBack: readonly string[];
};

/**
 * Stores a batch of trusted stanzas in one transaction: messages, conversations, unread counts, receipts to send and
 * the stream counters. Duplicates (resent stanzas, carbons, archive results) change nothing.
 */
export async function receiveBatch(db: ChatDb, items: readonly Inbound[], context: ReceiveContext): Promise<Received> {
  const ownLocal = localOfUid(context.self.uid);
  const dropped: string[] = [];
  const found: Found[] = [];
  const marks: InboundMark[] = [];
  for (const item of items) {
    if (item.kind === 'dropped') dropped.push(item.why);
    if (item.kind === 'mark') marks.push(item);
    if (item.kind !== 'message') continue;
    const row = rowOfInbound(item, ownLocal, context.now);
    if (typeof row === 'string') dropped.push(row);
    else found.push({ row, item });
  }
  if (context.backfill) rememberPage(context.backfill, items, ownLocal);
  for (const { row } of found) settleReadState(row, context);

  // Without messages and marks only the sync table is locked, so that other transactions can write to the other
  // tables.
  const changed = [db.messages, db.threads, db.users, db.outbox, db.sync, db.hidden];
  return db.transaction('rw', found.length + marks.length > 0 ? changed : [db.sync], async () => {
    // Independent reads run in parallel: the round trip to the database is the main cost of a message.
    const [shown, known] = await Promise.all([withoutHidden(db, found), knownThreads(db, found)]);
    const fresh = await addFresh(db, shown);
    const threads = threadsAfter(fresh, known, context);
    const users = changedUsers(threads, known);
    const outgoing = context.backfill ? [] : receiptsFor(fresh, context);
    const [ids] = await Promise.all([
      outgoing.length > 0 ? db.outbox.bulkAdd(outgoing, { allKeys: true }) : [],
      threads.length > 0 ? db.threads.bulkPut([...threads]) : undefined,
      users.length > 0 ? db.users.bulkPut(users) : undefined,
      context.sync.length > 0 ? db.sync.bulkPut([...context.sync]) : undefined,
    ]);
    await applyAnswers(
      db,
      fresh.map(({ row }) => row),
      ownLocal,
    );
    // Marks are applied last, because a mark may name a message of this batch.
    for (const mark of marks) await applyMark(db, mark, ownLocal);
    const rows = fresh.map(({ row }) => row);
    const takenBack = await blankRevoked(db, rows, ownLocal);
    return { dropped, takenBack, marks: outgoing.map((row, index) => ({ ...row, id: ids[index] as number })) };
  });
}

function settleReadState(row: MessageRow, context: ReceiveContext): void {
  if (row.out) {
    row.reached = context.backfill ? reachedInHistory(context.backfill, row) : 'none';
    return;
  }
  row.read = context.backfill ? wasReadInHistory(context.backfill, row) : context.isWatched(row.tid);
  if (!row.read && (kindOfType(row.type)?.isNews ?? true)) row.unreadIn = row.tid;
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

/** Returns the stored conversations, by the peer's uid. */
async function knownThreads(db: ChatDb, found: readonly Found[]): Promise<ReadonlyMap<number, ThreadRow>> {
  const uids = [...new Set(found.map(({ item }) => item.peer.uid))];
  const rows = uids.length > 0 ? await db.threads.bulkGet(uids) : [];
  return new Map(rows.flatMap((row) => (row ? [[row.id, row]] : [])));
}

function threadsAfter(
  fresh: readonly Found[],
  known: ReadonlyMap<number, ThreadRow>,
  context: ReceiveContext,
): readonly ThreadRow[] {
  const threads = new Map<number, ThreadRow>();
  for (const { row, item } of fresh) {
    const { uid } = item.peer;
    if (row.tid !== item.peer.local) continue;
    const before = threads.get(uid) ?? known.get(uid) ?? newThread(peerOf(item.peer, row), context.self.bare);
    const next = withMessage(before, row);
    if (row.unreadIn) next.unread += 1;
    threads.set(uid, next);
  }
  return [...threads.values()];
}

const peerOf = (peer: Peer, row: MessageRow) => ({ ...peer, nickName: row.out ? '' : row.nickName });

/** Returns the peers of new conversations and the peers whose name changed. */
const changedUsers = (threads: readonly ThreadRow[], known: ReadonlyMap<number, ThreadRow>): UserRow[] =>
  threads
    .filter(({ id, linkedUser }) => known.get(id)?.linkedUser.nickName !== linkedUser.nickName)
    .map(({ linkedUser }) => ({ ...linkedUser, avatarUrl: '' }));

/** Applies a mark. Marks of the peer name the account's messages; marks of the account's other devices name the peer's. */
async function applyMark(db: ChatDb, { mark, peer, out }: InboundMark, ownLocal: string): Promise<void> {
  if (!out) {
    await markReached(db, peer.local, midOf(ownLocal, mark.id), mark.kind === 'displayed' ? 'seen' : 'delivered');
    return;
  }
  if (mark.kind !== 'displayed') return;
  const read = await db.messages.where('mid').equals(midFrom(peer, mark.id)).first();
  // A service writes into several conversations, so the message determines which one is marked.
  if (read && (peer.service || read.tid === peer.local)) await markReadUpTo(db, read.tid, read.date);
}

/**
 * Returns one receipt per conversation and batch: it counts for all earlier messages (contract, Mark). A service gets
 * no receipt, only a read mark, from which the account's other devices learn what was read.
 */
function receiptsFor(fresh: readonly Found[], context: ReceiveContext): OutboxRow[] {
  const newest = new Map<string, Found>();
  for (const message of fresh) {
    const { row, item } = message;
    if (row.out || row.tid !== item.peer.local) continue;
    const { service } = item.peer;
    if (!service || (row.read && context.sendsReadMarks)) newest.set(`${row.tid} ${service}`, message);
  }
  return [...newest.values()].map(({ row, item }) => ({
    kind: row.read && context.sendsReadMarks ? 'displayed' : 'received',
    about: item.envelope.id,
    tid: row.tid,
    stanzaId: context.newId(),
    to: item.peer.service ? context.self.services[item.peer.service] : item.peer.bare,
  }));
}
