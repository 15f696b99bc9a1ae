import { and, eq } from 'drizzle-orm';
import { ROLE_ANCHOR } from '../../contract/account/rules.ts';
import type { HubRefusal } from '../../contract/calls/hub.ts';
import { USER_CALL_PRICE } from '../../contract/calls/rules.ts';
import { cutText } from '../../contract/xml/characters.ts';
import { account } from '../database/account.ts';
import type { Queries } from '../database/connect.ts';
import { anchor, friendship, profile } from '../people/tables.ts';
import { blocksBetween } from '../people/target.ts';
import { onlineStream } from '../realtime/tables.ts';

const WORDS_MAX = 256;

/** The person as a panel shows them before the client's lists know them. */
export async function personOf(db: Queries, uid: number) {
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
  return {
    uid,
    nickName: cutText(found?.nickName ?? '', WORDS_MAX),
    avatarUrl: cutText(found?.avatarUrl ?? '', WORDS_MAX),
    country: found?.country ?? '',
    lang: found?.lang ?? '',
  };
}
export type Person = Awaited<ReturnType<typeof personOf>>;

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

/**
 * Why somebody may not call this person; the price where nothing is against it. Users call anchors for their price,
 * friend or not; otherwise friends call friends, whatever their roles. Without a look at calls and gems.
 */
export async function admit(
  db: Queries,
  caller: number,
  callee: number,
): Promise<{ refuse: HubRefusal } | { price: number; isSilver: boolean }> {
  if (caller === callee) return { refuse: 'self' };
  const host = (await roleOf(db, caller)) === ROLE_ANCHOR ? undefined : await anchorOf(db, callee);
  if (host === undefined && !(await areFriends(db, caller, callee))) return { refuse: 'not-anchor' };
  const absence = await absenceFrom(db, caller, callee);
  if (absence) return { refuse: absence };
  return host ?? { price: USER_CALL_PRICE, isSilver: false };
}

/** Why somebody cannot be reached. Whoever was blocked finds nobody there, as their presence says. */
export async function absenceFrom(db: Queries, uid: number, peer: number): Promise<'blocked' | 'offline' | undefined> {
  const owners = await blocksBetween(db, uid, peer);
  if (owners.includes(uid)) return 'blocked';
  return owners.length === 0 && (await isHere(db, peer)) ? undefined : 'offline';
}

async function areFriends(db: Queries, one: number, other: number): Promise<boolean> {
  const [found] = await db
    .select({ uid: friendship.uid })
    .from(friendship)
    .where(and(eq(friendship.uid, one), eq(friendship.targetUid, other)));
  return found !== undefined;
}
