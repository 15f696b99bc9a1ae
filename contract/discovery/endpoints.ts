import {
  array,
  boolean,
  integer,
  literal,
  maxLength,
  maxValue,
  minValue,
  nullable,
  number,
  object,
  optional,
  picklist,
  pipe,
  record,
  string,
  union,
} from 'valibot';
import type { EndpointTable } from '../api/endpoint.ts';
import { jid, uid } from '../api/envelope.ts';
import { amount, anchorItem, presence } from '../api/shapes.ts';
import { openHours } from '../hosting/hours.ts';
import { hostFacets, hostQuery } from '../people/host-filter.ts';
import { WALL_LANGUAGES } from '../people/people.ts';
import { PRESENCE_TARGETS_MAX } from '../people/rules.ts';
import { pictureBlur } from '../picture-blur.ts';
import { ANCHORS_PAGE_MAX, ANCHORS_PAGE_SIZE } from './rules.ts';

const limit = optional(pipe(number(), integer(), minValue(1), maxValue(ANCHORS_PAGE_MAX)), ANCHORS_PAGE_SIZE);
const page = {
  /** `nextCursor` of the page before; empty for the first page. Valid for its own list only. */
  cursor: optional(pipe(string(), maxLength(64)), ''),
  limit,
};
const wall = object({ ...page, lang: optional(picklist(WALL_LANGUAGES), '') });
/** Schema of a page of a list of anchors; `nextCursor` is empty on the last page. */
const anchors = object({ anchors: array(anchorItem), nextCursor: string() });
const jids = pipe(array(jid), maxLength(PRESENCE_TARGETS_MAX));

/**
 * Lists of anchors, single anchors and presence. A user who blocked the signed-in user, was blocked by them or is closed to their country
 * is in no list and has no card or price; `onlineStatus` reports them as offline.
 */
export const discoveryRows = {
  /** Online anchors first, then by recent paid minutes and ratings, then by the operator's rank. */
  hotAnchors: {
    path: '/api/anchorlist_services/anchor_list_hot',
    access: 'user',
    adult: false,
    effect: 'read',
    delivery: 'now',
    input: wall,
    output: anchors,
  },
  /** Newest anchors first, by the time of their first appearance. */
  newAnchors: {
    path: '/api/anchorlist_services/anchor_list_new',
    access: 'user',
    adult: false,
    effect: 'read',
    delivery: 'now',
    input: wall,
    output: anchors,
  },
  /** Anchors that match a filter, in the order of the hot or the new list. */
  findAnchors: {
    path: '/api/anchorlist_services/find_anchor_list',
    access: 'user',
    adult: false,
    effect: 'read',
    delivery: 'now',
    input: object({ ...page, ...hostQuery.entries }),
    output: anchors,
  },
  /** Languages, countries and prices of the anchors that the caller may see. */
  anchorFacets: {
    path: '/api/anchorlist_services/anchor_facets',
    access: 'user',
    adult: false,
    effect: 'read',
    delivery: 'now',
    input: object({}),
    output: hostFacets,
  },
  /** Ranked like the hot list, without anchors whom the caller already likes. */
  swipeAnchors: {
    path: '/api/anchorlist_services/swipe_anchor_list',
    access: 'user',
    adult: false,
    effect: 'read',
    delivery: 'now',
    input: object(page),
    output: anchors,
  },
  /** The silver club, ranked like the hot list. `status` 1: the club is open; 0: it is closed, and the list is empty. */
  clubAnchors: {
    path: '/api/anchorlist_services/club_anchor_list',
    access: 'anyone',
    effect: 'read',
    delivery: 'now',
    input: object(page),
    output: object({
      status: union([literal(0), literal(1)]),
      clubAnchorItem: array(anchorItem),
      nextCursor: string(),
    }),
  },
  /** Hosts who are not yet friends: first those of the caller's language and country, then of the language, of the country, then others. */
  recommendedFriends: {
    path: '/api/anchorlist_services/recommend_friend_list',
    access: 'user',
    adult: false,
    effect: 'read',
    delivery: 'now',
    input: object({ limit }),
    output: object({ friends: array(anchorItem) }),
  },
  /** Contact card of one anchor. Without `targetUid` the server proposes an online anchor whom the caller has not met. */
  contactPopup: {
    path: '/api/anchorlist_services/contact_popup_info',
    access: 'user',
    adult: false,
    effect: 'read',
    delivery: 'now',
    input: object({ targetUid: optional(uid) }),
    output: object({
      /** Null if there is no anchor, or none that the caller may see; the counts are then 0. */
      anchor: nullable(anchorItem),
      likes: amount,
      friends: amount,
      favourites: amount,
      gifts: array(object({ id: string(), title: string(), iconUrl: string(), count: amount })),
      /** Placeholders of the profile's pictures and clips, by the address of the picture. */
      blurs: optional(record(string(), pictureBlur), {}),
      /** Stars by callers of the anchor; null below `RATINGS_SHOWN_FROM` ratings. */
      rating: optional(nullable(object({ stars: number(), count: amount })), null),
      /** The present or the next of the anchor's weekly hours; null without weekly hours. */
      openHours: optional(nullable(openHours), null),
    }),
  },
  /**
   * Current prices, in gems per started minute, of people whose list had none or an outdated one. The response omits users who are not
   * anchors, or whom the caller may not see.
   */
  anchorAccount: {
    path: '/api/account_service/anchor_acount',
    access: 'user',
    adult: false,
    effect: 'read',
    delivery: 'now',
    input: object({ targetJid: jids }),
    output: object({
      anchorAccountInfo: array(object({ jid, privateChatPrice: amount, takesCalls: optional(boolean(), true) })),
    }),
  },
  /** Presence for clients without a stream; otherwise the gate sends it over XMPP. */
  onlineStatus: {
    path: '/api/common_service/multi_online_status',
    access: 'user',
    adult: false,
    effect: 'read',
    delivery: 'now',
    input: object({ targetJid: jids }),
    output: object({ onlineStatus: array(object({ jid, status: presence })) }),
  },
} as const satisfies EndpointTable;
