import { createHash } from 'node:crypto';
import { and, desc, eq, isNull, ne, or, sql } from 'drizzle-orm';
import { nanoid } from 'nanoid';
import { ROLE_ANCHOR } from '../../../contract/account/rules.ts';
import { REQUEST_ID_LENGTH } from '../../../contract/api/rules.ts';
import type { Payload } from '../../../contract/chat/payload.ts';
import type { GiftPurchase, GiftRefused } from '../../../contract/gifts/buy.ts';
import { type GiftOrder, isShownIn } from '../../../contract/gifts/gift.ts';
import { COMBO_WITHIN_MS, GIFT_SHARE_PERCENT } from '../../../contract/gifts/rules.ts';
import { fail, ok, type Result } from '../../../contract/result.ts';
import { account } from '../../platform/database/account.ts';
import type { Database, Queries, Transaction } from '../../platform/database/connect.ts';
import { call } from '../calls/tables.ts';
import { enqueueServiceMessages } from '../chat/service-outbox/enqueue.ts';
import type { MediaFolder } from '../media/folder.ts';
import {
  filesOf,
  giftOperationOf,
  isContentUnchecked,
  type Lock,
  type LockFacts,
  openPaidLock,
  readLockForUpdate,
} from '../media/locks.ts';
import { lockOpenAccounts } from '../people/lock-open-accounts.ts';
import { isBlockBetween } from '../people/target.ts';
import { loadBalances } from '../wallet/balances.ts';
import { hold, move, OURS } from '../wallet/ledger.ts';
import { shareOf } from '../wallet/shares.ts';
import { giftOf } from './catalogue.ts';
import { gift, giftReceived, giftSent, giftVersion } from './tables.ts';

/** First key of the advisory lock that serializes the combos of a giver; used by no other lock. */
const COMBO_LOCK = 4_600_003;

type GiftResult = Result<GiftPurchase, GiftRefused>;
type GiftSentRow = typeof giftSent.$inferSelect;

/** Thrown to roll back the transaction of a refused purchase. */
class Refused extends Error {
  readonly refused: GiftRefused;
  constructor(refused: GiftRefused) {
    super(refused.reason);
    this.refused = refused;
  }
}

/**
 * Handles GiftBuy: buys gifts for a host in one transaction: the gems, the host's gift count, the locked files that the gift opens, and the
 * messages to both. Repeating an order returns the first result and changes nothing; a refused order leaves no record and may
 * be repeated. `awaitsCheck`: a content check is configured, so gems for a picture that is not checked yet are held. Locks are taken in
 * this order everywhere: the gift, the row of the purchase, the two accounts, the combo, the lock of a picture, the wallets by uid,
 * files.
 */
export async function give(
  db: Database,
  folder: MediaFolder,
  fromUid: number,
  order: GiftOrder,
  awaitsCheck = false,
): Promise<GiftResult> {
  // The files are checked before the transaction, because file access may be slow.
  const isWhole = order.lock === '' || (await filesOf(db, folder, [order.lock]))(order.lock).isWhole;
  try {
    return await db.transaction((tx) => giveIn(tx, fromUid, order, { isWhole, awaitsCheck }));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const { gems } = await loadBalances(db, fromUid);
    return fail({ ...error.refused, balance: gems });
  }
}

async function giveIn(
  tx: Transaction,
  fromUid: number,
  order: GiftOrder,
  { isWhole, awaitsCheck }: LockFacts,
): Promise<GiftResult> {
  const { op, to: toUid, count, price, combo } = order;
  const orderHash = createHash('sha256')
    .update(JSON.stringify(Object.entries(order).sort()))
    .digest('hex');
  if (toUid === fromUid) throw new Refused({ reason: 'no-anchor' });
  const found = await factsOf(tx, fromUid, order);
  if (found === undefined) throw new Refused({ reason: 'not-active' });
  const { version } = found;
  const stanzaId = nanoid(REQUEST_ID_LENGTH);
  const [claimed] = await tx
    .insert(giftSent)
    .values({
      fromUid,
      toUid,
      op,
      count,
      price,
      combo,
      orderHash,
      stanzaId,
      giftId: order.gift,
      total: count,
      area: order.where,
      sid: order.sid,
      ask: order.ask,
      lockId: order.lock,
    })
    .onConflictDoNothing({ target: [giftSent.fromUid, giftSent.op] })
    .returning({ id: giftSent.id });
  if (claimed === undefined) return earlier(tx, fromUid, op, orderHash);

  if (!(await lockOpenAccounts(tx, [fromUid, toUid]))) throw new Refused({ reason: 'no-anchor' });
  if (!found.mayGive) throw new Refused({ reason: 'age' });
  if (found.role !== ROLE_ANCHOR) throw new Refused({ reason: 'no-anchor' });
  if (await isBlockBetween(tx, fromUid, toUid)) throw new Refused({ reason: 'blocked' });
  const refuse = (reason: GiftRefused['reason']) => new Refused({ reason, price: found.gift.gemsPrice, version });
  if (!found.gift.isActive) throw refuse('not-active');
  if (found.gift.gemsPrice !== price) throw refuse('price-changed');
  if (!isShownIn(found.gift.showArea, order.where)) throw refuse('area');
  if (order.where === 'call' || order.where === 'match') {
    if (!(await isTheirCall(tx, fromUid, order))) throw refuse('area');
  }
  const total = count + (combo === op ? 0 : await countCombo(tx, fromUid, order, refuse));
  const lock = order.lock === '' ? undefined : await readLockForUpdate(tx, order.lock);
  if (order.lock !== '' && !(isWhole && lock && isForLock(lock, fromUid, order))) throw refuse('not-active');
  const gross = price * count;
  const isHeld = awaitsCheck && lock !== undefined && (await isContentUnchecked(tx, lock.id));
  const outcome = await pay(tx, { operation: giftOperationOf(fromUid, op), fromUid, toUid, gross, stanzaId }, isHeld);
  if (outcome === 'insufficient') throw refuse('gems-insufficient');
  if (outcome === 'limited') throw refuse('spend-limit');
  if (outcome === 'locked') throw refuse('locked');
  if (outcome !== 'done') throw new Error('The gems of a new purchase had moved before');
  if (total !== count) await tx.update(giftSent).set({ total }).where(eq(giftSent.id, claimed.id));
  await tx
    .insert(giftReceived)
    .values({ uid: toUid, giftId: order.gift, count })
    .onConflictDoUpdate({
      target: [giftReceived.uid, giftReceived.giftId],
      set: { count: sql`${giftReceived.count} + excluded.count` },
    });
  if (lock) await openPaidLock(tx, lock, { settled: isHeld ? 'held' : 'posted', gems: gross, isPending: isHeld });
  const payload: Payload = {
    kind: 'gift',
    ...giftOf(found.gift),
    op,
    count,
    total,
    combo,
    from: fromUid,
    to: toUid,
    ...(order.ask === '' ? {} : { ask: order.ask }),
  };
  await enqueueServiceMessages(tx, 'gift', [
    { to: fromUid, peer: toUid, stanzaId, payload },
    { to: toUid, peer: fromUid, stanzaId, payload },
  ]);
  return ok({ op, mid: stanzaId, balance: (await loadBalances(tx, fromUid)).gems, total, version });
}

type Payment = {
  readonly operation: string;
  readonly fromUid: number;
  readonly toUid: number;
  readonly gross: number;
  readonly stanzaId: string;
};

/** Pays the host, or holds the gems until the content that the gift opens is checked: then `settleUnlocks` pays the host. */
function pay(tx: Transaction, { operation, fromUid, toUid, gross, stanzaId: id }: Payment, isHeld: boolean) {
  const subject = { type: 'gift', id } as const;
  if (isHeld) return hold(tx, operation, fromUid, 'gems', gross, subject);
  const { anchor, house } = shareOf(gross, GIFT_SHARE_PERCENT);
  return move(tx, {
    operation,
    kind: 'move',
    currency: 'gems',
    gross,
    subject,
    legs: [
      [fromUid, -gross],
      [toUid, anchor],
      [OURS.house, house],
    ],
  });
}

/** Whether this gift from this user opens this lock. */
const isForLock = ({ state, giftId, fromUid, toUid }: Lock, giver: number, { gift: given, to }: GiftOrder): boolean =>
  state === 'locked' && giftId === given && fromUid === to && toUid === giver;

/** The result of the earlier purchase with this `op`; `conflict` when its order was another one. */
async function earlier(db: Queries, fromUid: number, op: string, orderHash: string): Promise<GiftResult> {
  const made = await purchase(db, fromUid, op);
  if (made === undefined) throw new Error('A purchase was neither made nor found');
  return made.orderHash === orderHash ? ok(await boughtBy(db, made)) : fail({ reason: 'conflict' });
}

async function purchase(db: Queries, fromUid: number, op: string): Promise<GiftSentRow | undefined> {
  const [made] = await db
    .select()
    .from(giftSent)
    .where(and(eq(giftSent.fromUid, fromUid), eq(giftSent.op, op)));
  return made;
}

async function boughtBy(db: Queries, { fromUid, op, stanzaId, total }: GiftSentRow): Promise<GiftPurchase> {
  const [row] = await db.select({ version: giftVersion.version }).from(giftVersion);
  const { gems } = await loadBalances(db, fromUid);
  return { op, mid: stanzaId, balance: gems, total, version: row?.version ?? 0 };
}

/** Answers GiftState: whether the user's purchase with this `op` was made, and its result, when the answer to the purchase was lost. */
export async function stateOf(db: Queries, fromUid: number, op: string) {
  const made = await purchase(db, fromUid, op);
  return made === undefined ? { state: 'none' as const } : { state: 'done' as const, bought: await boughtBy(db, made) };
}

/**
 * Reads the gift, the recipient's role, the catalogue version, and whether the giver's birth date is stored; undefined for an unknown gift.
 * Only the gift is locked: a role that changes until the purchase is committed does not refuse it.
 */
async function factsOf(db: Queries, fromUid: number, order: GiftOrder) {
  const [found] = await db
    .select({
      gift,
      role: account.role,
      version: giftVersion.version,
      mayGive: sql<boolean>`(select ${account.birthDate} is not null from ${account} where ${account.uid} = ${fromUid})`,
    })
    .from(gift)
    .innerJoin(giftVersion, sql`true`)
    .leftJoin(account, and(eq(account.uid, order.to), isNull(account.closedAt)))
    .where(eq(gift.id, order.gift))
    // A price change waits for purchases at the old price.
    .for('share', { of: gift });
  return found;
}

/** Whether the two users are in this call now. */
async function isTheirCall(db: Queries, fromUid: number, { sid, to }: GiftOrder): Promise<boolean> {
  const [found] = await db
    .select({ sid: call.sid })
    .from(call)
    .where(
      and(
        eq(call.sid, sid),
        ne(call.state, 'ended'),
        or(and(eq(call.caller, fromUid), eq(call.callee, to)), and(eq(call.caller, to), eq(call.callee, fromUid))),
      ),
    );
  return found !== undefined;
}

/** Number of gifts of the combo so far. Refuses a purchase that does not continue it: another gift or recipient, or too late. */
async function countCombo(
  db: Queries,
  fromUid: number,
  { op, combo, gift: giftName, to }: GiftOrder,
  refuse: (reason: GiftRefused['reason']) => Refused,
): Promise<number> {
  // Serializes purchases of one giver's combos across processes.
  await db.execute(sql`select pg_advisory_xact_lock(${COMBO_LOCK}, hashtext(${`${fromUid}`}))`);
  const [last] = await db
    .select({
      giftId: giftSent.giftId,
      toUid: giftSent.toUid,
      total: giftSent.total,
      isRecent: sql<boolean>`${giftSent.at} > now() - ${COMBO_WITHIN_MS} * interval '1 ms'`,
    })
    .from(giftSent)
    .where(and(eq(giftSent.fromUid, fromUid), eq(giftSent.combo, combo), ne(giftSent.op, op)))
    // Ordered by `total`, not by id: a row with a higher id may have been counted earlier.
    .orderBy(desc(giftSent.total))
    .limit(1);
  if (last === undefined || last.giftId !== giftName || last.toUid !== to || !last.isRecent) throw refuse('conflict');
  return last.total;
}
