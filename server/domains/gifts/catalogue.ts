import { and, asc, eq, sql } from 'drizzle-orm';
import { type Gift, giftIconUrl } from '../../../contract/gifts/gift.ts';
import type { Queries } from '../../platform/database/connect.ts';
import { gift, giftVersion } from './tables.ts';

/** PostgreSQL notification channel, sent by a trigger: the gift catalogue has a new version, and each process invalidates its cache. */
export const GIFTS_CHANGED = 'gifts_changed';

type Catalogue = { readonly version: number; readonly gifts: readonly Gift[] };

/** Converts a row of `gift` to the form that clients receive; `title` is the key of its name in the translations. */
export const giftOf = (row: typeof gift.$inferSelect): Gift => ({
  ...row,
  type: row.type as Gift['type'],
  title: row.id,
  iconUrl: giftIconUrl(row.id),
});

/** Reads all gifts, also inactive ones, in display order, and the version in one statement, so that they are consistent. */
export async function readCatalogue(db: Queries): Promise<Catalogue> {
  const rows = await db
    .select({ gift, version: sql<number>`(select version from ${giftVersion})` })
    .from(gift)
    .orderBy(asc(gift.tabId), asc(gift.priority), asc(gift.id));
  return { version: rows[0]?.version ?? 0, gifts: rows.map((row) => giftOf(row.gift)) };
}

/**
 * Reads an active gift by id, for the edge when a message names it: as the price of locked media, or in a gift request. Undefined for
 * an inactive or unknown one.
 */
export async function findGift(db: Pick<Queries, 'select'>, id: string): Promise<Gift | undefined> {
  const [found] = await db
    .select()
    .from(gift)
    .where(and(eq(gift.id, id), gift.isActive));
  return found && giftOf(found);
}

/** The gift catalogue cached in this process; `forget` invalidates it after a change. */
export type CatalogueCache = { read(db: Queries): Promise<Catalogue>; forget(): void };

/** Creates the gift catalogue cache of this process: read once, then again only after `forget` or a failed read. */
export function createCatalogueCache(): CatalogueCache {
  let cached: Promise<Catalogue> | undefined;
  return {
    read(db) {
      const reading = cached ?? readCatalogue(db);
      cached = reading;
      reading.catch(() => {
        if (cached === reading) cached = undefined;
      });
      return reading;
    },
    forget() {
      cached = undefined;
    },
  };
}
