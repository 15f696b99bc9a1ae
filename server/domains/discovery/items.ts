import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { InferOutput } from 'valibot';
import type { anchorItem } from '../../../contract/api/shapes.ts';
import { ANCHOR_NEW_DAYS } from '../../../contract/discovery/rules.ts';
import { jidOfUid } from '../../../contract/jid.ts';
import { mediaUrl } from '../../../contract/media/media.ts';
import { account } from '../../platform/database/account.ts';
import type { Queries } from '../../platform/database/connect.ts';
import { media } from '../media/tables.ts';
import type { Presence } from '../people/presence.ts';
import { ageOf } from '../people/profile/profile.ts';
import { relationsOf } from '../people/relations.ts';
import { anchor, profile } from '../people/tables.ts';
import { type Place, placeColumns } from './order.ts';

/** A host in a list, as the API returns it to the viewer. */
export type AnchorItem = InferOutput<typeof anchorItem>;

/** Context of a list query: the viewer's uid (undefined for an anonymous caller), database, XMPP domain, and source of presence. */
export type ListViewer = {
  readonly db: Queries;
  readonly presence: Presence;
  readonly domain: string;
  readonly viewer: number | undefined;
};

const anchorColumns = {
  ...placeColumns,
  country: anchor.country,
  lang: anchor.lang,
  price: anchor.price,
  isSilver: anchor.isSilver,
  takesCalls: sql<boolean>`takes_calls(${anchor})`,
  isNew: sql<boolean>`${anchor.createdAt} > now() - make_interval(days => ${ANCHOR_NEW_DAYS})`,
};
/** 1-based position of the media id in a media URL. */
const ID_AT = mediaUrl('').length + 1;
const personColumns = {
  uid: account.uid,
  nickName: account.nickName,
  avatarUrl: profile.avatarUrl,
  avatarBlur: sql<string>`coalesce((select ${media.blur} from ${media} where ${media.id} = substr(${profile.avatarUrl}, ${ID_AT})), '')`,
  /** The host's first video, played on the card. */
  videoUrl: sql<string>`coalesce(${profile.videos} -> 0 ->> 'videoUrl', '')`,
  about: profile.about,
  bDay: profile.bDay,
};
/**
 * A host as `selectAnchors` reads it, before `toItems` adds profile, presence and relations: place in the orders, country, language, price,
 * and whether the host is new, takes calls, and takes silver calls.
 */
export type AnchorRow = Place & {
  readonly country: string;
  readonly lang: string;
  readonly price: number;
  readonly isSilver: boolean;
  readonly takesCalls: boolean;
  readonly isNew: boolean;
};

/**
 * Selects up to `limit` hosts in an order, for all host lists. It reads one table and filters row by row: with joins, PostgreSQL reads
 * and sorts all hosts (100 ms instead of 1 for 10,000).
 */
export function selectAnchors(db: Queries, where: SQL | undefined, by: readonly SQL[], limit: number) {
  return db
    .select(anchorColumns)
    .from(anchor)
    .where(where)
    .orderBy(...by)
    .limit(limit);
}

async function peopleOf(db: Queries, uids: readonly number[]) {
  if (uids.length === 0) return new Map();
  const rows = await db
    .select(personColumns)
    .from(account)
    .innerJoin(profile, eq(profile.uid, account.uid))
    .where(and(inArray(account.uid, [...uids]), isNull(account.closedAt)));
  return new Map(rows.map((row) => [row.uid, row]));
}

/** Converts selected hosts to list items as the viewer may see them: adds profile, presence and relations. Closed accounts are omitted. */
export async function toItems(
  { db, presence, domain, viewer }: ListViewer,
  rows: readonly AnchorRow[],
): Promise<AnchorItem[]> {
  const uids = rows.map(({ uid }) => uid);
  const people = await peopleOf(db, uids);
  const statuses = await presence.statusOf(uids, db);
  const relations = viewer === undefined ? undefined : await relationsOf(db, viewer, uids);
  const now = new Date();
  return rows.flatMap(({ uid, country, lang, price, isSilver, takesCalls, isNew }) => {
    const person = people.get(uid);
    if (person === undefined) return [];
    const { bDay, ...shown } = person;
    return {
      ...shown,
      country,
      lang,
      price,
      isSilver,
      takesCalls,
      isNew,
      jid: jidOfUid(uid, domain),
      age: ageOf(bDay, now),
      status: statuses.get(uid) ?? ('offline' as const),
      liked: relations?.get(uid)?.liked ?? false,
      favourite: relations?.get(uid)?.favourite ?? false,
    };
  });
}
