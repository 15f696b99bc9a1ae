import {
  array,
  boolean,
  integer,
  maxLength,
  maxValue,
  minValue,
  number,
  object,
  optional,
  picklist,
  pipe,
  string,
} from 'valibot';
import type { EndpointTable } from '../api/endpoint.ts';
import { jid, uid } from '../api/envelope.ts';
import { amount, presence } from '../api/shapes.ts';
import { shownText } from '../text/typed-text.ts';
import { RELATION_ACTIONS } from './people.ts';
import { PEOPLE_PAGE_MAX, PEOPLE_PAGE_SIZE, RELATIONS_MAX } from './rules.ts';

/** Schema of a user in the lists of friends, likes, favourites and requests. */
const personItem = object({
  uid,
  jid,
  nickName: shownText,
  avatarUrl: string(),
  country: string(),
  /** Whole years; -1 if unknown (product 5.6). */
  age: number(),
  role: number(),
  status: presence,
});

/** Schema of the caller's relation to another user: `Relation` of `contract/people/people.ts`. */
const relation = object({
  uid,
  friend: boolean(),
  requested: boolean(),
  requestedMe: boolean(),
  liked: boolean(),
  likesMe: boolean(),
  favourite: boolean(),
  blocked: boolean(),
});

const page = {
  /** `nextCursor` of the page before; empty for the first page. */
  cursor: optional(pipe(string(), maxLength(64)), ''),
  limit: optional(pipe(number(), integer(), minValue(1), maxValue(PEOPLE_PAGE_MAX)), PEOPLE_PAGE_SIZE),
};
/** Schema of a page of a list of users, newest first; `nextCursor` is empty on the last page. */
const people = object({ people: array(personItem), nextCursor: string() });

/** Likes, friends and favourites (product 7.3). An action on a missing account fails with 404. */
export const friendsRows = {
  changeRelation: {
    path: '/api/friends_service/change_relation',
    access: 'user',
    adult: false,
    effect: 'change',
    delivery: 'queued',
    replay: 'recomputed',
    input: object({ targetUid: uid, action: picklist(RELATION_ACTIONS) }),
    output: object({ relation }),
  },
  likeList: {
    path: '/api/friends_service/like_list',
    access: 'user',
    adult: false,
    effect: 'read',
    delivery: 'now',
    input: object({ kind: picklist(['likes', 'likedMe']), ...page }),
    output: people,
  },
  friendList: {
    path: '/api/friends_service/friend_list',
    access: 'user',
    adult: false,
    effect: 'read',
    delivery: 'now',
    input: object(page),
    output: people,
  },
  friendsRelative: {
    path: '/api/friends_service/friends_relative',
    access: 'user',
    adult: false,
    effect: 'read',
    delivery: 'now',
    input: object({ targetUid: optional(pipe(array(uid), maxLength(RELATIONS_MAX)), []) }),
    output: object({
      /** One relation for each requested uid, unknown ones included. */
      relations: array(relation),
      counts: object({ friends: amount, likes: amount, likedMe: amount, favourites: amount, requests: amount }),
      /** Newest requests that wait for the caller's answer. */
      requests: array(personItem),
    }),
  },
  /** Makes a host a friend at once; for other users it sends a friend request like `changeRelation`. */
  autoAddFriend: {
    path: '/api/friends_service/auto_add_friend',
    access: 'user',
    effect: 'change',
    delivery: 'queued',
    replay: 'recomputed',
    input: object({ targetUid: uid }),
    output: object({ relation }),
  },
  changeFavourite: {
    path: '/api/friends_service/change_user_favorite',
    access: 'user',
    effect: 'change',
    delivery: 'queued',
    replay: 'recomputed',
    input: object({ targetUid: uid, favourite: boolean() }),
    output: object({ relation }),
  },
  /** Whether the caller may add a favourite, and the limit; fetched with the account. */
  enableFavourite: {
    path: '/api/friends_service/enable_user_favorite',
    access: 'user',
    adult: false,
    effect: 'read',
    delivery: 'now',
    input: object({}),
    output: object({ enabled: boolean(), max: amount }),
  },
  /** Favourite state of a user after a call; a profile gets it with `friendsRelative`. */
  queryFavourite: {
    path: '/api/friends_service/query_user_favorite',
    access: 'user',
    adult: false,
    effect: 'read',
    delivery: 'now',
    input: object({ targetUid: uid }),
    output: object({ favourite: boolean() }),
  },
  /** Whether the caller is notified once when this user comes online. */
  onlineWish: {
    path: '/api/friends_service/online_wish',
    access: 'user',
    adult: false,
    effect: 'read',
    delivery: 'now',
    input: object({ targetUid: uid }),
    output: object({ wanted: boolean() }),
  },
  /** Asks for one notification when this user comes online, or takes that back. */
  changeOnlineWish: {
    path: '/api/friends_service/change_online_wish',
    access: 'user',
    effect: 'change',
    delivery: 'now',
    replay: 'sealed',
    input: object({ targetUid: uid, wanted: boolean() }),
    output: object({ wanted: boolean() }),
  },
  favouriteList: {
    path: '/api/friends_service/query_user_favorite_list',
    access: 'user',
    adult: false,
    effect: 'read',
    delivery: 'now',
    input: object(page),
    output: people,
  },
} as const satisfies EndpointTable;
