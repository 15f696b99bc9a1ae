import { eq, sql } from 'drizzle-orm';
import type { InferOutput } from 'valibot';
import { ROLE_ANCHOR } from '../../contract/account/rules.ts';
import type { HubRefusal } from '../../contract/calls/hub.ts';
import type { person } from '../../contract/calls/hub-shapes.ts';
import { USER_CALL_PRICE } from '../../contract/calls/rules.ts';
import { cutText } from '../../contract/xml/characters.ts';
import { account } from '../database/account.ts';
import type { Queries } from '../database/connect.ts';
import { anchor, block, friendship, profile } from '../people/tables.ts';
import { blocksBetween } from '../people/target.ts';
import { onlineStream } from '../realtime/tables.ts';
import { call } from './tables.ts';

const WORDS_MAX = 256;

/** The person as a panel shows them before the client's lists know them. */
export async function personOf(db: Queries, uid: number): Promise<Person> {
  const [found] = await db
    .select({
      uid: account.uid,
      nickName: account.nickName,
      avatarUrl: profile.avatarUrl,
      country: profile.country,
      lang: profile.lang,
    })
    .from(account)
    .innerJoin(profile, eq(profile.uid, account.uid))
    .where(eq(account.uid, uid));
  return shownPerson(uid, found);
}
export type Person = InferOutput<typeof person>;

type Words = Readonly<Record<'nickName' | 'avatarUrl' | 'country' | 'lang', string | null>>;
const shownPerson = (uid: number, found: Words | undefined): Person => ({
  uid,
  nickName: cutText(found?.nickName ?? '', WORDS_MAX),
  avatarUrl: cutText(found?.avatarUrl ?? '', WORDS_MAX),
  country: found?.country ?? '',
  lang: found?.lang ?? '',
});

export async function roleOf(db: Queries, uid: number): Promise<number | undefined> {
  const [found] = await db.select({ role: account.role }).from(account).where(eq(account.uid, uid));
  return found?.role;
}

/** Reads an anchor's catalogue row; undefined for anybody else. */
export async function anchorOf(db: Queries, uid: number) {
  const [found] = await db
    .select({ price: anchor.price, isSilver: anchor.isSilver })
    .from(anchor)
    .innerJoin(account, eq(account.uid, anchor.uid))
    .where(eq(anchor.uid, uid));
  return found;
}

/** Whether somebody has a stream, shown or not: who hides can be called all the same. */
async function isHere(db: Queries, uid: number): Promise<boolean> {
  const [found] = await db
    .select({ uid: onlineStream.uid })
    .from(onlineStream)
    .where(eq(onlineStream.uid, uid))
    .limit(1);
  return found !== undefined;
}

/** `live`: the calls that one of the two is in, as far as their rows say. */
export type Admitted = {
  readonly price: number;
  readonly isSilver: boolean;
  readonly caller: Person;
  readonly live: readonly string[];
};
type Ties = {
  readonly role: number;
  readonly nickName: string;
  readonly avatarUrl: string | null;
  readonly country: string | null;
  readonly lang: string | null;
  readonly price: number | null;
  readonly isSilver: boolean | null;
  readonly isFriend: boolean;
  readonly isHere: boolean;
  readonly blockers: readonly string[];
  readonly live: readonly string[];
};

/**
 * Why somebody may not call this person; the price where nothing is against it. Users call anchors for their price,
 * friend or not; otherwise friends call friends, whatever their roles. Without a look at gems. One statement: the request
 * of a call waits for it.
 */
export async function admit(
  db: Queries,
  caller: number,
  callee: number,
): Promise<{ readonly refuse: HubRefusal } | Admitted> {
  if (caller === callee) return { refuse: 'self' };
  const ties = await tiesOf(db, caller, callee);
  if (ties === undefined) return { refuse: 'not-anchor' };
  const { nickName, avatarUrl, country, lang, price, isSilver, blockers, live } = ties;
  const isHost = price !== null && ties.role !== ROLE_ANCHOR;
  if (!isHost && !ties.isFriend) return { refuse: 'not-anchor' };
  if (blockers.includes(String(caller))) return { refuse: 'blocked' };
  if (blockers.length > 0 || !ties.isHere) return { refuse: 'offline' };
  return {
    price: isHost ? price : USER_CALL_PRICE,
    isSilver: isHost && isSilver === true,
    caller: shownPerson(caller, { nickName, avatarUrl, country, lang }),
    live,
  };
}

async function tiesOf(db: Queries, caller: number, callee: number): Promise<Ties | undefined> {
  const { rows } = await db.execute<Ties>(sql`
    select one.role, one.nick_name as "nickName", card.avatar_url as "avatarUrl", card.country, card.lang,
      host.price, host.is_silver as "isSilver",
      exists (select from ${friendship} where uid = one.uid and target_uid = ${callee}) as "isFriend",
      exists (select from ${onlineStream} where uid = ${callee}) as "isHere",
      array(select owner_uid::text from ${block} where (owner_uid, blocked_uid) in ((one.uid, ${callee}), (${callee}, one.uid)))
        as blockers,
      array(select sid from ${call} where state <> 'ended'
        and (caller in (one.uid, ${callee}) or callee in (one.uid, ${callee}))) as live
    from ${account} one
      left join ${profile} card on card.uid = one.uid
      left join ${anchor} host on host.uid = ${callee}
    where one.uid = ${caller}`);
  return rows[0];
}

/** Why somebody cannot be reached. Whoever was blocked finds nobody there, as their presence says. */
export async function absenceFrom(db: Queries, uid: number, peer: number): Promise<'blocked' | 'offline' | undefined> {
  const owners = await blocksBetween(db, uid, peer);
  if (owners.includes(uid)) return 'blocked';
  return owners.length === 0 && (await isHere(db, peer)) ? undefined : 'offline';
}
