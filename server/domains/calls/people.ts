import { and, eq, isNull, sql } from 'drizzle-orm';
import type { InferOutput } from 'valibot';
import type { person } from '../../../contract/calls/hub-shapes.ts';
import { cutText } from '../../../contract/text/cut-text.ts';
import { account } from '../../platform/database/account.ts';
import type { Queries } from '../../platform/database/connect.ts';
import { anchor, profile } from '../people/tables.ts';
import { blocksBetween } from '../people/target.ts';

const WORDS_MAX = 256;
/** Returns the address of a picture, or '' for one of more than WORDS_MAX characters: a part of an address leads nowhere. */
const shortAddress = (url: string) => (url.length > WORDS_MAX ? '' : url);

/** Reads a user as a call panel shows them, for a client whose lists do not contain them. An unknown user has empty texts. */
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
/** A user as a call panel shows them: uid, name, avatar, country and language. */
export type Person = InferOutput<typeof person>;

/** Profile columns from which `shownPerson` builds a Person; null if the user has no profile. */
export type ProfileTexts = Readonly<Record<'nickName' | 'avatarUrl' | 'country' | 'lang', string | null>>;
/** Builds a Person from profile columns, with the name cut to 256 characters, and '' for missing ones and for a longer avatar address. */
export const shownPerson = (uid: number, found: ProfileTexts | undefined): Person => ({
  uid,
  nickName: cutText(found?.nickName ?? '', WORDS_MAX),
  avatarUrl: shortAddress(found?.avatarUrl ?? ''),
  country: found?.country ?? '',
  lang: found?.lang ?? '',
});

/** Reads the role of an account, such as ROLE_ANCHOR, for callbacks, bookings and random match; undefined if there is no such account. */
export async function roleOf(db: Queries, uid: number): Promise<number | undefined> {
  const [found] = await db.select({ role: account.role }).from(account).where(eq(account.uid, uid));
  return found?.role;
}

/** Reads the price (gems per minute) and the silver club membership of an anchor; undefined for other users and closed accounts. */
export async function anchorOf(db: Queries, uid: number) {
  const [found] = await db
    .select({ price: anchor.price, isSilver: anchor.isSilver })
    .from(anchor)
    .innerJoin(account, eq(account.uid, anchor.uid))
    .where(and(eq(anchor.uid, uid), isNull(account.closedAt)));
  return found;
}

/**
 * Whether a user can be called: they have a stream that is not of a headless session, even if they hide their online status, or are a host
 * whose closed app rings (`is_here` in SQL).
 */
async function isHere(db: Queries, uid: number): Promise<boolean> {
  const { rows } = await db.execute<{ here: boolean }>(sql`select is_here(${uid}) as here`);
  return rows[0]?.here === true;
}

/**
 * Why a callback request of `uid` cannot reach `peer`; undefined if it can. A blocked user gets `offline`, consistent with the presence
 * they see.
 */
export async function absenceFrom(db: Queries, uid: number, peer: number): Promise<'blocked' | 'offline' | undefined> {
  const owners = await blocksBetween(db, uid, peer);
  if (owners.includes(uid)) return 'blocked';
  return owners.length === 0 && (await isHere(db, peer)) ? undefined : 'offline';
}
