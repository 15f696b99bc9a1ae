/** Types and limits about people, shared by pages, core and server. */

import type { FoundListName } from './host-query.ts';

/** Language tabs of the wall of hosts (product 2.1). '' shows all languages. */
export const WALL_LANGUAGES = ['', 'en', 'ar', 'hi', 'tr', 'fr', 'es'] as const;
/** Language tab of the wall of hosts; '' shows all languages. */
export type WallLanguage = (typeof WALL_LANGUAGES)[number];

/** Lists of people that the core caches for pages, so that they open at once and offline. */
export const LIST_NAMES = [
  ...WALL_LANGUAGES.map((lang) => `hot:${lang}` as const),
  ...WALL_LANGUAGES.map((lang) => `new:${lang}` as const),
  'swipe',
  'silver',
  'recommended',
  /** One online host whom the user has not met, or an empty list. */
  'proposed',
  'friends',
  'requests',
  'likes',
  'likedMe',
  'favourites',
] as const;
/** Name of a cached list of people, and its key in `app.lists`. Of the lists of found hosts only the last one is kept. */
export type ListName = (typeof LIST_NAMES)[number] | FoundListName;

/** Actions of a user that change the relation to another user (endpoint `changeRelation`). */
export const RELATION_ACTIONS = [
  'like',
  'unlike',
  'request',
  'accept',
  'refuse',
  'unfriend',
  'block',
  'unblock',
] as const;
/** Action of a user that changes the relation to another user. */
export type RelationAction = (typeof RELATION_ACTIONS)[number];

/**
 * Relation of the caller to the user `uid`: friendship, and likes and friend requests in both directions. `favourite` and `blocked` are the
 * caller's own; whether the other user blocks the caller is not included.
 */
export type Relation = {
  readonly uid: number;
  readonly friend: boolean;
  /** A friend request of the caller waits for an answer. */
  readonly requested: boolean;
  /** A friend request waits for the caller's answer. */
  readonly requestedMe: boolean;
  readonly liked: boolean;
  readonly likesMe: boolean;
  readonly favourite: boolean;
  readonly blocked: boolean;
};
/** The relation between users who never interacted: the default if there is no row. */
export const NO_RELATION: Omit<Relation, 'uid'> = {
  friend: false,
  requested: false,
  requestedMe: false,
  liked: false,
  likesMe: false,
  favourite: false,
  blocked: false,
};

/** Reasons that a user can choose when reporting another user or their messages. */
export const REPORT_REASONS = ['spam', 'fake', 'minor', 'nudity', 'abuse', 'scam', 'other'] as const;
/** Reason that a user gives for reporting another user or their messages. */
export type ReportReason = (typeof REPORT_REASONS)[number];
/** Maximum length of the user's note in a report, in UTF-16 units. */
export const REPORT_NOTE_MAX_CHARS = 500;

/** Reasons why a user may not write to another now, as `sendMsgLock` returns them; empty: they may. */
export const WRITE_LOCK_REASONS = ['', 'violation', 'blocked', 'not-admitted', 'wait-for-reply'] as const;

/** Values of the profile field `gender`; '' is not given. */
export const GENDERS = ['', 'female', 'male', 'other'] as const;
/** Gender in a profile; '' is not given. */
export type Gender = (typeof GENDERS)[number];

/** Maximum number of pictures in a profile's album. */
export const ALBUM_MAX = 12;
/** Maximum number of clips in a profile. */
export const VIDEOS_MAX = 6;

/** Clip of a profile (product 3.5): `thumbnail` is its poster, `checksum` the media id of the clip. */
export type CardVideo = { readonly thumbnail: string; readonly videoUrl: string; readonly checksum: string };

/** Fields that a user may change in their own profile (product 3.5). Empty text means "not given". */
export type ProfileFields = {
  readonly nickName: string;
  readonly avatarUrl: string;
  readonly about: string;
  readonly gender: Gender;
  /** YYYY-MM-DD or empty. */
  readonly bDay: string;
  /** ISO 3166-1, two capital letters, or empty. */
  readonly country: string;
  readonly lang: string;
  readonly tel: string;
  readonly email: string;
  readonly address: string;
  readonly albums: readonly string[];
  readonly videos: readonly CardVideo[];
};
/** Profile fields to change, or the known ones of a card; an absent field is unchanged or hidden. */
export type ProfileChange = { readonly [K in keyof ProfileFields]?: ProfileFields[K] };
