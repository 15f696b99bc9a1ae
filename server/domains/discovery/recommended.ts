import { and, eq, ne, type SQL } from 'drizzle-orm';
import { anchor, profile } from '../people/tables.ts';
import { type AnchorItem, type AnchorRow, type ListViewer, selectAnchors, toItems } from './items.ts';
import { BY_HEAT } from './order.ts';
import { isNoFriend } from './ties.ts';
import { isVisibleTo } from './visible.ts';

type Viewer = ListViewer & { readonly viewer: number };

/**
 * Recommends hosts who are not friends of the viewer yet: first those who share the viewer's language and country, then the language,
 * then the country, then all others; each group in hot order.
 */
export async function recommendFriends(looking: Viewer, limit: number): Promise<AnchorItem[]> {
  const { db, viewer } = looking;
  const [own] = await db
    .select({ lang: profile.lang, country: profile.country })
    .from(profile)
    .where(eq(profile.uid, viewer));
  const sameLang = own?.lang ? eq(anchor.lang, own.lang) : undefined;
  const sameCountry = own?.country ? eq(anchor.country, own.country) : undefined;
  const groups: (SQL | undefined)[] = [
    ...(sameLang && sameCountry ? [and(sameLang, sameCountry)] : []),
    ...(sameLang ? [sameLang] : []),
    ...(sameCountry ? [sameCountry] : []),
    undefined,
  ];
  const rows = new Map<number, AnchorRow>();
  for (const group of groups) {
    if (rows.size >= limit) break;
    const where = and(group, ne(anchor.uid, viewer), isNoFriend(viewer), isVisibleTo(viewer));
    // Each group is one index range; rows of an earlier group are skipped.
    for (const row of await selectAnchors(db, where, BY_HEAT.by, limit + rows.size)) {
      if (rows.size < limit && !rows.has(row.uid)) rows.set(row.uid, row);
    }
  }
  return toItems(looking, [...rows.values()]);
}
