import { ANCHORS_PAGE_MAX, ANCHORS_PAGE_SIZE } from '#contract/discovery/rules.ts';
import { queryOfList } from '#contract/people/host-filter.ts';
import type { FoundListName } from '#contract/people/host-query.ts';
import type { ListName, WallLanguage } from '#contract/people/people.ts';
import { ok, type Result, unreachable } from '#contract/result.ts';
import type { Api } from '../api/client.ts';
import type { AnchorItem, PersonItem } from '../people/store.ts';

/** A page of a list, in the server's order. `anchors` or `people` is empty, depending on the list. */
export type ListPage = {
  readonly anchors: readonly AnchorItem[];
  readonly people: readonly PersonItem[];
  readonly nextCursor: string;
  /** True while the silver club is closed (product 7.3). */
  readonly closed?: boolean;
};

type Caller = Pick<Api, 'call'>;

/** The first page is small, so that it arrives soon; later pages are large, because a list may have ten thousand entries. */
const limitOf = (cursor: string) => (cursor === '' ? ANCHORS_PAGE_SIZE : ANCHORS_PAGE_MAX);

/** Fetches a page of a list from its endpoint (product 7.3). `cursor` is empty for the first page. */
export async function fetchList({ call }: Caller, name: ListName, cursor: string): Promise<Result<ListPage>> {
  const query = queryOfList(name);
  if (query) return anchorsOf(await call('findAnchors', { ...query, cursor, limit: limitOf(cursor) }));
  const [kind, lang = ''] = name.split(':') as [Kind<Exclude<ListName, FoundListName>>, WallLanguage?];
  const limit = limitOf(cursor);
  switch (kind) {
    case 'hot':
      return anchorsOf(await call('hotAnchors', { cursor, lang, limit }));
    case 'new':
      return anchorsOf(await call('newAnchors', { cursor, lang, limit }));
    case 'swipe':
      return anchorsOf(await call('swipeAnchors', { cursor }));
    case 'silver': {
      const page = await call('clubAnchors', { cursor });
      if (!page.ok) return page;
      const { status, clubAnchorItem: anchors, nextCursor } = page.value;
      return ok({ anchors, people: [], nextCursor, closed: status === 0 });
    }
    case 'recommended': {
      const page = await call('recommendedFriends', {});
      return page.ok ? ok({ anchors: page.value.friends, people: [], nextCursor: '' }) : page;
    }
    case 'proposed': {
      const page = await call('contactPopup', {});
      return page.ok ? ok({ anchors: page.value.anchor ? [page.value.anchor] : [], people: [], nextCursor: '' }) : page;
    }
    case 'requests': {
      const page = await call('friendsRelative', {});
      return page.ok ? ok({ anchors: [], people: page.value.requests, nextCursor: '' }) : page;
    }
    case 'friends':
      return peopleOf(await call('friendList', { cursor }));
    case 'likes':
    case 'likedMe':
      return peopleOf(await call('likeList', { kind, cursor }));
    case 'favourites':
      return peopleOf(await call('favouriteList', { cursor }));
    default:
      return unreachable(kind);
  }
}

type Kind<N> = N extends `${infer K}:${string}` ? K : N;

type Anchors = Result<{ readonly anchors: readonly AnchorItem[]; readonly nextCursor: string }>;
type People = Result<{ readonly people: readonly PersonItem[]; readonly nextCursor: string }>;

const anchorsOf = (page: Anchors) => (page.ok ? ok({ people: [], ...page.value }) : page);
const peopleOf = (page: People) => (page.ok ? ok({ anchors: [], ...page.value }) : page);
