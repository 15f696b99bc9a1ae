import { and, eq, ne, type SQL } from 'drizzle-orm';
import type { WallLanguage } from '../../../contract/people/people.ts';
import { fail, ok, type Result } from '../../../contract/result.ts';
import { anchor } from '../people/tables.ts';
import { type AnchorItem, type ListViewer, selectAnchors, toItems } from './items.ts';
import { BY_AGE, BY_HEAT, type Order } from './order.ts';
import { isNotLiked } from './ties.ts';
import { isVisibleTo } from './visible.ts';

/** Requested page of a list; an empty cursor means the first one. */
export type PageOf = { readonly cursor: string; readonly limit: number };
type AnchorsPage = { readonly anchors: AnchorItem[]; readonly nextCursor: string };

/** The hot list (goddess wall); '' means all languages. */
export const listHot = (looking: ListViewer, { lang, ...page }: PageOf & { readonly lang: WallLanguage }) =>
  listAnchors(looking, page, BY_HEAT, speaks(lang));

/** The list of new hosts; '' means all languages. */
export const listNew = (looking: ListViewer, { lang, ...page }: PageOf & { readonly lang: WallLanguage }) =>
  listAnchors(looking, page, BY_AGE, speaks(lang));

/** The swipe feed: without the viewer and without hosts whom the viewer likes. */
export const listSwipe = (looking: ListViewer & { readonly viewer: number }, page: PageOf) =>
  listAnchors(looking, page, BY_HEAT, and(ne(anchor.uid, looking.viewer), isNotLiked(looking.viewer)));

/** The list of hosts who accept silver calls. */
export const listSilver = (looking: ListViewer, page: PageOf) =>
  listAnchors(looking, page, BY_HEAT, eq(anchor.isSilver, true));

const speaks = (lang: WallLanguage) => (lang === '' ? undefined : eq(anchor.lang, lang));

async function listAnchors(
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
