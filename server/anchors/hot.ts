import { and, desc, eq, gt, lt, or, type SQL, sql } from 'drizzle-orm';
import type { Input, Output } from '../../contract/api/endpoint.ts';
import type { Endpoints } from '../../contract/api/endpoints.ts';
import { jidOfUid } from '../../contract/jid.ts';
import { fail, ok, type Result } from '../../contract/result.ts';
import type { Presence } from '../accounts/presence.ts';
import { ageOf } from '../accounts/profile.ts';
import type { Queries } from '../database/connect.ts';
import { account, anchor, onlineStream, profile } from '../database/schema.ts';

const MAX_PAGE = 100;

type HotAnchors = Output<Endpoints['hotAnchors']>;
/** The place of an anchor in the list: those online first, then the higher rank, then the lower uid. */
type Place = { readonly online: boolean; readonly rank: number; readonly uid: number };

const isOnline = sql<boolean>`exists (select 1 from ${onlineStream} where ${onlineStream.uid} = ${anchor.uid})`;

/** One page of the hot list. An anchor that comes online while somebody pages may be seen twice or not at all. */
export async function listHotAnchors(
  db: Queries,
  presence: Presence,
  domain: string,
  { cursor, limit }: Input<Endpoints['hotAnchors']>,
): Promise<Result<HotAnchors>> {
  const last = cursor === '' ? undefined : readCursor(cursor);
  if (cursor !== '' && last === undefined) return fail({ code: 'bad-request', detail: 'cursor: not one of ours' });
  const pageSize = Math.min(limit, MAX_PAGE);
  const found = await db
    .select({
      uid: anchor.uid,
      online: isOnline,
      rank: anchor.rank,
      price: anchor.price,
      nickName: account.nickName,
      avatarUrl: profile.avatarUrl,
      country: profile.country,
      lang: profile.lang,
      about: profile.about,
      bDay: profile.bDay,
    })
    .from(anchor)
    .innerJoin(account, eq(account.uid, anchor.uid))
    .innerJoin(profile, eq(profile.uid, anchor.uid))
    .where(last && isAfter(last))
    .orderBy(desc(isOnline), desc(anchor.rank), anchor.uid)
    // One more than asked for, to learn whether there is a next page.
    .limit(pageSize + 1);
  const page = found.slice(0, pageSize);
  const end = found.length > pageSize ? page.at(-1) : undefined;
  const statuses = await presence.statusOf(
    page.map((row) => row.uid),
    db,
  );
  const now = new Date();
  const anchors = page.map(({ online: _online, rank: _rank, bDay, ...row }) => ({
    ...row,
    jid: jidOfUid(row.uid, domain),
    age: ageOf(bDay, now),
    status: statuses.get(row.uid) ?? ('offline' as const),
  }));
  return ok({ anchors, nextCursor: end === undefined ? '' : writeCursor(end) });
}

function isAfter(last: Place): SQL | undefined {
  const lower = or(lt(anchor.rank, last.rank), and(eq(anchor.rank, last.rank), gt(anchor.uid, last.uid)));
  return last.online ? or(sql`not ${isOnline}`, and(isOnline, lower)) : and(sql`not ${isOnline}`, lower);
}

const writeCursor = (place: Place) => `${place.online ? 1 : 0}.${place.rank}.${place.uid}`;

const CURSOR = /^([01])\.(-?\d{1,9})\.(\d{1,15})$/;

function readCursor(text: string): Place | undefined {
  const match = CURSOR.exec(text);
  return match === null ? undefined : { online: match[1] === '1', rank: Number(match[2]), uid: Number(match[3]) };
}
