import { and, eq, ne, type SQL } from 'drizzle-orm';
import type { WallLanguage } from '../../../contract/people/people.ts';
import { fail, ok, type Result } from '../../../contract/result.ts';
import { anchor } from '../people/tables.ts';
import { type AnchorItem, type ListViewer, selectAnchors, toItems } from './items.ts';
import { BY_HEAT, BY_JOINED, type Order } from './order.ts';
import { isNotLiked } from './ties.ts';
import { isVisibleTo } from './visible.ts';

/** Requested page of a host list: the cursor that the page before returned (empty for the first page), and its length. */
export type PageOf = { readonly cursor: string; readonly limit: number };
type AnchorsPage = { readonly anchors: AnchorItem[]; readonly nextCursor: string };

/** A page of the hosts who speak `lang` ('': any language), in hot order, for the goddess wall. */
export const listHot = (looking: ListViewer, { lang, ...page }: PageOf & { readonly lang: WallLanguage }) =>
  listAnchors(looking, page, BY_HEAT, speaks(lang));

/** A page of the hosts who speak `lang` ('': any language), the last joined first. */
export const listNew = (looking: ListViewer, { lang, ...page }: PageOf & { readonly lang: WallLanguage }) =>
  listAnchors(looking, page, BY_JOINED, speaks(lang));

/** A page of the swipe feed in hot order: without the viewer and without hosts whom the viewer likes. */
export const listSwipe = (looking: ListViewer & { readonly viewer: number }, page: PageOf) =>
  listAnchors(looking, page, BY_HEAT, and(ne(anchor.uid, looking.viewer), isNotLiked(looking.viewer)));

/** A page of the hosts who accept silver calls (silver club), in hot order. */
export const listSilver = (looking: ListViewer, page: PageOf) =>
  listAnchors(looking, page, BY_HEAT, eq(anchor.isSilver, true));

const speaks = (lang: WallLanguage) => (lang === '' ? undefined : eq(anchor.lang, lang));

/**
 * A page, in this order, of the hosts whom the viewer may see and to whom `filter` applies; undefined: of all whom the viewer may see.
 * Fails with `bad-request` for a cursor of another order.
 */
export async function listAnchors(
  looking: ListViewer,
  { cursor, limit }: PageOf,
  order: Order,
  filter: SQL | undefined,
): Promise<Result<AnchorsPage>> {
  const after = cursor === '' ? undefined : order.after(cursor);
  if (cursor !== '' && after === undefined) return fail({ code: 'bad-request', detail: 'cursor: not one of ours' });
  const { db, viewer } = looking;
  const where = and(filter, after, isVisibleTo(viewer));
  // One more than requested, to know whether there is a next page.
  const found = await selectAnchors(db, where, order.by, limit + 1);
  const page = found.slice(0, limit);
  const end = found.length > limit ? page.at(-1) : undefined;
  return ok({ anchors: await toItems(looking, page), nextCursor: end === undefined ? '' : order.write(end) });
}
