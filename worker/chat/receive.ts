import Dexie from 'dexie';
import { LOCAL_OFFICIAL_TID } from '#contract/rules.ts';
import type { MessageType } from '#contract/stanzas/message-type.ts';
import type { ChatDb, MessageRow, OutboxRow, SyncRow, ThreadRow } from '../db/schema.ts';
import type { Inbound, Peer, Self } from '../xmpp/inbound.ts';
import { type BackfillMemory, reachedInHistory, rememberPage, wasReadInHistory } from './backfill.ts';
import { markReached, markReadUpTo } from './read-state.ts';
import { midOf, rowOfInbound } from './row.ts';
import { findThread, withMessage } from './thread.ts';

const ASK_GIFT: MessageType = 19;

type InboundMessage = Extract<Inbound, { kind: 'message' }>;
type InboundMark = Extract<Inbound, { kind: 'mark' }>;
type Found = { readonly row: MessageRow; readonly item: InboundMessage };

export type ReceiveContext = {
  readonly self: Self;
  /** The server's clock, ms. */
  readonly now: number;
  readonly isWatched: (tid: string) => boolean;
  /** Set while the archive is read backwards on a new device: history does not count as unread, and gets no receipts. */
  readonly backfill: BackfillMemory | undefined;
  /** Committed together with the messages it speaks of. */
  readonly sync: readonly SyncRow[];
  readonly newId: () => string;
};

export type Received = {
  readonly dropped: readonly string[];
  /** Receipts and markers to send, already in the outbox. */
  readonly marks: readonly OutboxRow[];
};

/**
 * Makes a batch of believed stanzas durable in one transaction: messages, conversations, unread counts, receipts to
 * send and the stream's own counters. What was seen before (a resend, a carbon, the archive) changes nothing.
 */
export async function receiveBatch(db: ChatDb, items: readonly Inbound[], context: ReceiveContext): Promise<Received> {
  const ownLocal = `u_${context.self.uid}`;
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

  return db.transaction('rw', [db.messages, db.threads, db.users, db.outbox, db.sync], async () => {
    const fresh = await addFresh(db, found);
    const threads = await updateThreads(db, fresh, context);
    for (const mark of marks) await applyMark(db, mark, ownLocal);
    const outgoing = context.backfill ? [] : receiptsFor(fresh, context);
    const ids = await db.outbox.bulkAdd(outgoing, { allKeys: true });
    if (context.sync.length > 0) await db.sync.bulkPut([...context.sync]);
    if (threads.length > 0) await db.users.bulkPut(usersOf(threads));
    return { dropped, marks: outgoing.map((row, index) => ({ ...row, id: ids[index] as number })) };
  });
}

function settleReadState(row: MessageRow, context: ReceiveContext): void {
  if (row.out) {
    row.reached = context.backfill ? reachedInHistory(context.backfill, row) : 'none';
    return;
  }
  row.read = context.backfill ? wasReadInHistory(context.backfill, row) : context.isWatched(row.tid);
  // Section 4: a wish for a gift is no news.
  if (!row.read && row.type !== ASK_GIFT) row.unreadIn = row.tid;
}

/** Adds what is new; a message id that is there already (unique index) is passed over. */
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

async function updateThreads(
  db: ChatDb,
  fresh: readonly Found[],
  context: ReceiveContext,
): Promise<readonly ThreadRow[]> {
  const threads = new Map<string, ThreadRow>();
  for (const { row, item } of fresh) {
    const known = threads.get(row.tid) ?? (await findThread(db, peerOf(item.peer, row), context.self.bare));
    const next = withMessage(known, row);
    if (row.unreadIn) next.unread += 1;
    threads.set(row.tid, next);
  }
  const rows = [...threads.values()];
  if (rows.length > 0) await db.threads.bulkPut(rows);
  return rows;
}

const peerOf = (peer: Peer, row: MessageRow) => ({ ...peer, nickName: row.out ? '' : row.nickName });

const usersOf = (threads: readonly ThreadRow[]) => threads.map(({ linkedUser }) => ({ ...linkedUser, avatarUrl: '' }));

/** A mark of the peer speaks of our messages; a mark of our own other device of theirs. */
async function applyMark(db: ChatDb, { mark, peer, out }: InboundMark, ownLocal: string): Promise<void> {
  if (!out) {
    await markReached(db, peer.local, midOf(ownLocal, mark.id), mark.kind === 'displayed' ? 'seen' : 'delivered');
    return;
  }
  if (mark.kind !== 'displayed') return;
  const read = await db.messages.where('mid').equals(midOf(peer.local, mark.id)).first();
  if (read && read.tid === peer.local) await markReadUpTo(db, read.tid, read.date);
}

/** One receipt per conversation and batch: it speaks for all earlier messages (contract, Mark). */
function receiptsFor(fresh: readonly Found[], context: ReceiveContext): OutboxRow[] {
  const newest = new Map<string, Found>();
  for (const one of fresh) if (!one.row.out && one.row.tid !== LOCAL_OFFICIAL_TID) newest.set(one.row.tid, one);
  return [...newest.values()].map(({ row, item }) => ({
    kind: row.read ? 'displayed' : 'received',
    about: item.envelope.id,
    tid: row.tid,
    stanzaId: context.newId(),
    to: item.peer.bare,
  }));
}
