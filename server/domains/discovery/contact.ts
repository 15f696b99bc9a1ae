import { and, type Column, eq, inArray, ne, type SQL } from 'drizzle-orm';
import type { Output } from '../../../contract/api/endpoint.ts';
import type { Endpoints } from '../../../contract/endpoints.ts';
import { mediaIdOf, mediaUrl } from '../../../contract/media/media.ts';
import { media } from '../media/tables.ts';
import { readOpenHours } from '../people/open-hours.ts';
import { anchor, profile } from '../people/tables.ts';
import { isBlockBetween } from '../people/target.ts';
import { type ListViewer, selectAnchors, toItems } from './items.ts';
import { BY_HEAT } from './order.ts';
import { countTies, isNotMet } from './ties.ts';
import { isVisibleTo } from './visible.ts';

type Contact = Output<Endpoints['contactPopup']>;
/** Loads the gifts that an account received, for its contact card. The gifts domain provides it. */
export type GiftsOf = (db: ListViewer['db'], uid: number) => Promise<Contact['gifts']>;
/** Loads the average stars of a host, for its contact card; null while there are too few. The hosting domain provides it. */
export type RatingOf = (db: ListViewer['db'], uid: number) => Promise<Contact['rating']>;
/** Creates the SQL condition that an account exchanged no message with the account in a column. The chat domain provides it. */
export type HasNoMessages = (account: number, peer: Column) => SQL;

/** Functions of other domains for contact cards: received gifts, average stars, and the condition of an empty conversation. */
export type ContactPorts = {
  readonly giftsOf: GiftsOf;
  readonly ratingOf: RatingOf;
  readonly hasNoMessages: HasNoMessages;
};
type Viewer = ListViewer & ContactPorts & { readonly viewer: number };

/** `proposeContact` draws a host at random from this many of the first in hot order. */
const HOTTEST_COUNT = 20;
const NO_CONTACT: Contact = {
  anchor: null,
  likes: 0,
  friends: 0,
  favourites: 0,
  gifts: [],
  blurs: {},
  rating: null,
  openHours: null,
};

/**
 * The contact card of an account: complete for a host, only placeholders of the media for others. Empty if one of the two blocked the
 * other, or if the account is closed to the viewer's country.
 */
export async function contactOf(looking: Viewer, targetUid: number): Promise<Contact> {
  const contact = await load(looking, eq(anchor.uid, targetUid), 0);
  return { ...contact, blurs: await blursOf(looking, targetUid) };
}

/**
 * The contact card of a random host, drawn from the 20 hottest that are online, whom the viewer neither likes, favours nor befriends, and
 * with whom they exchanged no message. `random` is in [0, 1). Without such a host, an empty card.
 */
export async function proposeContact(looking: Viewer, random = Math.random()): Promise<Contact> {
  const { viewer, hasNoMessages } = looking;
  return load(
    looking,
    and(eq(anchor.online, true), ne(anchor.uid, viewer), isNotMet(viewer), hasNoMessages(viewer, anchor.uid)),
    random,
  );
}

async function load(looking: Viewer, filter: SQL | undefined, random: number): Promise<Contact> {
  const { db, viewer, giftsOf, ratingOf } = looking;
  const rows = await selectAnchors(db, and(filter, isVisibleTo(viewer)), BY_HEAT.by, HOTTEST_COUNT);
  const row = rows[Math.floor(random * rows.length)];
  if (row === undefined) return NO_CONTACT;
  const [item] = await toItems(looking, [row]);
  const [ties, gifts, rating, openHours] = await Promise.all([
    countTies(db, row.uid),
    giftsOf(db, row.uid),
    ratingOf(db, row.uid),
    readOpenHours(db, row.uid),
  ]);
  return { ...NO_CONTACT, anchor: item ?? null, ...ties, gifts, rating, openHours };
}

/** Placeholders (by URL) of an account's album and video thumbnails. */
async function blursOf({ db, viewer }: Viewer, uid: number): Promise<Contact['blurs']> {
  if (viewer !== uid && (await isBlockBetween(db, viewer, uid))) return {};
  const { albums, videos } = profile;
  const [shown] = await db.select({ albums, videos }).from(profile).where(eq(profile.uid, uid));
  const urls = [...(shown?.albums ?? []), ...(shown?.videos ?? []).map(({ thumbnail }) => thumbnail)];
  const ids = urls.flatMap((url) => mediaIdOf(url) ?? []);
  if (ids.length === 0) return {};
  const { id, blur } = media;
  const rows = await db
    .select({ id, blur })
    .from(media)
    .where(and(inArray(id, ids), ne(blur, '')));
  return Object.fromEntries(rows.map((row) => [mediaUrl(row.id), row.blur]));
}
