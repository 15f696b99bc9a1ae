import { and, eq, or } from 'drizzle-orm';
import { nanoid } from 'nanoid';
import { ROLE_ANCHOR } from '../../../contract/account/rules.ts';
import { REQUEST_ID_LENGTH } from '../../../contract/api/rules.ts';
import { tidOfUid } from '../../../contract/ids.ts';
import type { Relation, RelationAction } from '../../../contract/people/people.ts';
import { fail, ok, type Result, unreachable } from '../../../contract/result.ts';
import { serverClock } from '../../platform/clock.ts';
import { account } from '../../platform/database/account.ts';
import type { Queries, Transaction } from '../../platform/database/connect.ts';
import { enqueueOfficialPayload } from '../chat/service-outbox/enqueue.ts';
import { addNotices, type NewNotice } from '../notices/telling/add.ts';
import { enqueuePushes } from '../push/queue/enqueue.ts';
import { announceRelation } from './notify.ts';
import { relationOf } from './relations.ts';
import { loadSettings } from './settings.ts';
import { block, favourite, friendRequest, friendship, personLike } from './tables.ts';
import { findTarget, lockPair } from './target.ts';

const NOT_FOUND = fail({ code: 'not-found' } as const);
const FORBIDDEN = fail({ code: 'forbidden' } as const);
type Outcome = typeof NOT_FOUND | typeof FORBIDDEN | { readonly ok: true };
const DONE = { ok: true } as const;

/**
 * Changes the relation of the user `uid` to another account (like, friendship, block), for the API and XMPP, and returns it.
 * Idempotent: a repeated action changes nothing and gives the same answer. `not-found`: the account does not exist or has blocked the
 * user, or there is no request to accept. `forbidden`: the user has blocked the account, or the account allows no requests.
 */
export async function changeRelation(
  db: Queries,
  uid: number,
  targetUid: number,
  action: RelationAction,
): Promise<Result<Relation>> {
  if (targetUid === uid) return fail({ code: 'bad-request', detail: 'targetUid: must be somebody else' });
  return db.transaction(async (tx): Promise<Result<Relation>> => {
    await lockPair(tx, uid, targetUid);
    const target = await findTarget(tx, uid, targetUid);
    if (target === undefined) return NOT_FOUND;
    // A blocked user may block back and unblock; any other action of theirs is answered with `not-found`.
    if (target.hidden && action !== 'block' && action !== 'unblock') return NOT_FOUND;
    const before = await relationOf(tx, uid, targetUid);
    const theirsBefore = await relationOf(tx, targetUid, uid);
    if (before.blocked && MAKES_CONTACT.has(action)) return FORBIDDEN;
    const outcome = await perform(tx, action, before, uid, target.role);
    if (!outcome.ok) return outcome;
    const after = await relationOf(tx, uid, targetUid);
    if (!isSame(before, after)) await announceRelation(tx, uid, targetUid);
    // Announce to the target only if its own view changed: a block is invisible to a stranger.
    const theirs = await relationOf(tx, targetUid, uid);
    if (!isSame(theirsBefore, theirs)) await announceRelation(tx, targetUid, uid);
    return ok(after);
  });
}

const isSame = (left: Relation, right: Relation) => JSON.stringify(left) === JSON.stringify(right);
const MAKES_CONTACT: ReadonlySet<RelationAction> = new Set(['like', 'request', 'accept']);

async function perform(
  tx: Transaction,
  action: RelationAction,
  before: Relation,
  uid: number,
  targetRole: number,
): Promise<Outcome> {
  const pair = { uid, targetUid: before.uid };
  switch (action) {
    case 'like':
      await tx.insert(personLike).values(pair).onConflictDoNothing();
      return DONE;
    case 'unlike':
      await tx.delete(personLike).where(is(personLike, pair));
      return DONE;
    case 'request':
      return ask(tx, before, uid, targetRole);
    case 'accept':
      if (before.friend) return DONE;
      if (!before.requestedMe) return NOT_FOUND;
      await makeFriends(tx, pair);
      return DONE;
    case 'refuse':
      await tx.delete(friendRequest).where(is(friendRequest, turned(pair)));
      return DONE;
    case 'unfriend':
      // Ends the friendship, and withdraws a pending request to the target.
      await tx.delete(friendship).where(isBetween(friendship, pair));
      await tx.delete(friendRequest).where(is(friendRequest, pair));
      return DONE;
    case 'block':
      await separate(tx, pair);
      return DONE;
    case 'unblock':
      await tx.delete(block).where(and(eq(block.ownerUid, uid), eq(block.blockedUid, before.uid)));
      return DONE;
    default:
      return unreachable(action);
  }
}

/**
 * Requests friendship. A target whose own request is pending becomes a friend at once. Otherwise `forbidden` if the target allows no
 * requests; a host becomes a friend at once, and other accounts have to accept.
 */
async function ask(tx: Transaction, before: Relation, uid: number, targetRole: number): Promise<Outcome> {
  const pair = { uid, targetUid: before.uid };
  if (before.friend) return DONE;
  if (before.requestedMe) {
    await makeFriends(tx, pair);
    return DONE;
  }
  const { joiningGroups } = await loadSettings(tx, before.uid);
  if (!joiningGroups) return FORBIDDEN;
  if (targetRole === ROLE_ANCHOR) await makeFriends(tx, pair);
  else if ((await tx.insert(friendRequest).values(pair).onConflictDoNothing()).rowCount === 1) {
    const stanzaId = nanoid(REQUEST_ID_LENGTH);
    await enqueueOfficialPayload(tx, before.uid, { kind: 'friends_request', about: uid, body: '' }, { stanzaId });
    await addNotices(tx, [await noticeOf(tx, 'request', uid, before.uid)]);
    const about = { uid, tid: tidOfUid(uid) };
    await enqueuePushes(tx, [{ uid: before.uid, kind: 'friend', id: stanzaId, at: serverClock.now(), about }]);
  }
  return DONE;
}

type Pair = { readonly uid: number; readonly targetUid: number };
type PairTable = typeof personLike | typeof friendRequest | typeof friendship | typeof favourite;
const turned = ({ uid, targetUid }: Pair): Pair => ({ uid: targetUid, targetUid: uid });
const is = (table: PairTable, pair: Pair) => and(eq(table.uid, pair.uid), eq(table.targetUid, pair.targetUid));
const isBetween = (table: PairTable, pair: Pair) => or(is(table, pair), is(table, turned(pair)));

async function makeFriends(tx: Transaction, pair: Pair): Promise<void> {
  await tx.delete(friendRequest).where(isBetween(friendRequest, pair));
  await tx
    .insert(friendship)
    .values([pair, turned(pair)])
    .onConflictDoNothing();
  for (const { uid, targetUid } of [pair, turned(pair)]) {
    await enqueueOfficialPayload(tx, uid, { kind: 'add_friend_msg', about: targetUid }, { isTheirs: uid === pair.uid });
  }
  await addNotices(tx, [await noticeOf(tx, 'accepted', pair.uid, pair.targetUid)]);
}

/** Blocks an account and ends all relations between the two, in both directions. */
async function separate(tx: Transaction, pair: Pair): Promise<void> {
  await tx.insert(block).values({ ownerUid: pair.uid, blockedUid: pair.targetUid }).onConflictDoNothing();
  for (const table of [friendship, friendRequest, personLike, favourite]) {
    await tx.delete(table).where(isBetween(table, pair));
  }
}

/** The notification for the other side. Its key dedupes each template to one per day, however often the action is repeated. */
async function noticeOf(
  tx: Transaction,
  template: 'request' | 'accepted',
  by: number,
  uid: number,
): Promise<NewNotice> {
  const [found] = await tx.select({ name: account.nickName }).from(account).where(eq(account.uid, by));
  const day = new Date(serverClock.now()).toISOString().slice(0, 10);
  return {
    uid,
    key: `${template}:${by}:${day}`,
    about: by,
    content: { template, values: { name: found?.name ?? '' } },
  };
}
