import { and, desc, eq, sql } from 'drizzle-orm';
import type { Output } from '../../../contract/api/endpoint.ts';
import type { Endpoints } from '../../../contract/endpoints.ts';
import { giftIconUrl } from '../../../contract/gifts/gift.ts';
import type { Queries } from '../../platform/database/connect.ts';
import { gift, giftReceived, giftSent } from './tables.ts';

const GIVERS_MAX = 50;

/** The gifts that an account received, most expensive first. */
const receivedBy = (db: Queries, owner: number) =>
  db
    .select({ id: giftReceived.giftId, count: giftReceived.count })
    .from(giftReceived)
    .innerJoin(gift, eq(gift.id, giftReceived.giftId))
    .where(eq(giftReceived.uid, owner))
    .orderBy(desc(gift.gemsPrice), gift.id);

/**
 * Reads the gifts that an account received, most expensive first, for its profile card. `title` is the key of the gift's name in the
 * translations.
 */
export async function readGiftsOf(db: Queries, owner: number): Promise<Output<Endpoints['contactPopup']>['gifts']> {
  const received = await receivedBy(db, owner);
  return received.map(({ id, count }) => ({ id, count, title: id, iconUrl: giftIconUrl(id) }));
}

/**
 * Reads the gift wall of `owner`: the gifts that they received, most expensive first, and the gems that the viewer gave for gifts to them;
 * for the owner themselves the 50 top givers instead.
 */
export async function readWall(db: Queries, viewer: number, owner: number): Promise<Output<Endpoints['giftWall']>> {
  const received = await receivedBy(db, owner);
  const gems = sql<number>`coalesce(sum(${giftSent.price}::bigint * ${giftSent.count}), 0)::float8`;
  if (viewer === owner) {
    const givers = await db
      .select({ uid: giftSent.fromUid, gems })
      .from(giftSent)
      .where(eq(giftSent.toUid, owner))
      .groupBy(giftSent.fromUid)
      .orderBy(desc(gems), giftSent.fromUid)
      .limit(GIVERS_MAX);
    return { received, given: 0, givers };
  }
  const [own] = await db
    .select({ gems })
    .from(giftSent)
    .where(and(eq(giftSent.toUid, owner), eq(giftSent.fromUid, viewer)));
  return { received, given: own?.gems ?? 0 };
}
