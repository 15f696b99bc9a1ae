import { and, count, desc, eq, lt, type SQL, sql } from 'drizzle-orm';
import type { Output } from '../../../contract/api/endpoint.ts';
import type { Endpoints } from '../../../contract/endpoints.ts';
import { jidOfUid } from '../../../contract/jid.ts';
import { REQUESTS_SHOWN } from '../../../contract/people/rules.ts';
import { fail, ok, type Result } from '../../../contract/result.ts';
import { account } from '../../platform/database/account.ts';
import type { Queries } from '../../platform/database/connect.ts';
import { hasClosedCountries, hostsClosedTo, isClosedTo } from './closed-countries.ts';
import type { Presence } from './presence.ts';
import { ageOf } from './profile/profile.ts';
import { block, favourite, friendRequest, friendship, personLike, profile } from './tables.ts';

/** Name of a list of people; `likedMe` are the accounts that like the owner, `requests` those that wait for the owner's answer. */
export type PeopleList = 'likes' | 'likedMe' | 'friends' | 'favourites' | 'requests';
/** A page of a list of people, as the endpoints return it, with the cursor of the next one. */
export type PeoplePage = Output<Endpoints['friendList']>;
/** Dependencies of `listPeople` and `newestRequests`. */
export type ListParts = { readonly presence: Presence; readonly domain: string };

/** Table of each list, with the columns of its owner and of the listed account. */
const SOURCES = {
  likes: { table: personLike, owner: personLike.uid, other: personLike.targetUid },
  likedMe: { table: personLike, owner: personLike.targetUid, other: personLike.uid },
  friends: { table: friendship, owner: friendship.uid, other: friendship.targetUid },
  favourites: { table: favourite, owner: favourite.uid, other: favourite.targetUid },
  requests: { table: friendRequest, owner: friendRequest.targetUid, other: friendRequest.uid },
} as const satisfies Record<PeopleList, object>;

/**
 * Condition: the listed account is neither blocked, in either direction and also by a closed country (as `hasBlocked` decides for two
 * accounts), nor closed and still restorable. A block by `change.ts` has already deleted the relation; this also covers blocks by other
 * means. The blocked uids are one subquery rather than one per row, as a host may have a hundred thousand likes; only a host who closed
 * countries pays for a subquery per row.
 */
const notBlocked = (list: PeopleList, uid: number): SQL => sql`${SOURCES[list].other} not in (
  select ${block.blockedUid} from ${block} where ${block.ownerUid} = ${uid}
  union all
  select ${block.ownerUid} from ${block} where ${block.blockedUid} = ${uid}
  union all
  ${hostsClosedTo(uid)}
  union all
  select ${account.uid} from ${account} where ${account.closedAt} is not null and ${account.purgedAt} is null)
  and not (${hasClosedCountries(uid)} and ${isClosedTo(uid, SOURCES[list].other)})`;

/** One page of an account's list of people, newest first, for the list endpoints. Blocked and closed accounts are omitted. */
export async function listPeople(
  db: Queries,
  { presence, domain }: ListParts,
  list: PeopleList,
  uid: number,
  { cursor, limit }: { readonly cursor: string; readonly limit: number },
): Promise<Result<PeoplePage>> {
  if (!CURSOR.test(cursor)) return fail({ code: 'bad-request', detail: 'cursor: not one of ours' });
  const { table, owner, other } = SOURCES[list];
  const found = await db
    .select({
      seq: table.seq,
      uid: account.uid,
      role: account.role,
      nickName: account.nickName,
      avatarUrl: profile.avatarUrl,
      country: profile.country,
      bDay: profile.bDay,
    })
    .from(table)
    .innerJoin(account, eq(account.uid, other))
    .innerJoin(profile, eq(profile.uid, other))
    .where(and(eq(owner, uid), cursor === '' ? undefined : lt(table.seq, Number(cursor)), notBlocked(list, uid)))
    .orderBy(desc(table.seq))
    // One more than requested, to know whether there is a next page.
    .limit(limit + 1);
  const page = found.slice(0, limit);
  const end = found.length > limit ? page.at(-1) : undefined;
  const uids = page.map((row) => row.uid);
  const statuses = await presence.statusOf(uids, db);
  const now = new Date();
  const people = page.map(({ seq: _seq, bDay, ...row }) => ({
    ...row,
    jid: jidOfUid(row.uid, domain),
    age: ageOf(bDay, now),
    status: statuses.get(row.uid) ?? ('offline' as const),
  }));
  return ok({ people, nextCursor: end === undefined ? '' : String(end.seq) });
}

/** Maximum number of friends in a roster, the newest ones. */
const ROSTER_MAX = 1_000;

/** Loads the friends of an account with their names, newest first, for its roster. Blocked and closed accounts are omitted. */
export const listFriends = (db: Queries, uid: number): Promise<{ readonly uid: number; readonly nickName: string }[]> =>
  db
    .select({ uid: account.uid, nickName: account.nickName })
    .from(friendship)
    .innerJoin(account, eq(account.uid, friendship.targetUid))
    .where(and(eq(friendship.uid, uid), notBlocked('friends', uid)))
    .orderBy(desc(friendship.seq))
    .limit(ROSTER_MAX);

/** A cursor: empty, or the sequence number of the last row of the previous page. */
const CURSOR = /^(\d{1,15})?$/;

/** Number of accounts in each of the account's lists of people, as `listPeople` returns them. */
export async function countPeople(db: Queries, uid: number): Promise<Record<PeopleList, number>> {
  const of = async (list: PeopleList) => {
    const { table, owner } = SOURCES[list];
    const [row] = await db
      .select({ count: count() })
      .from(table)
      .where(and(eq(owner, uid), notBlocked(list, uid)));
    return row?.count ?? 0;
  };
  // Sequential, because a transaction has a single connection.
  return {
    friends: await of('friends'),
    likes: await of('likes'),
    likedMe: await of('likedMe'),
    favourites: await of('favourites'),
    requests: await of('requests'),
  };
}

/** The newest friend requests to the account that it has not answered, at most `REQUESTS_SHOWN`. */
export async function newestRequests(db: Queries, parts: ListParts, uid: number): Promise<PeoplePage['people']> {
  const page = await listPeople(db, parts, 'requests', uid, { cursor: '', limit: REQUESTS_SHOWN });
  return page.ok ? page.value.people : [];
}
