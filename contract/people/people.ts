/** Types and limits about people, shared by pages, core and server. */

/** Language tabs of the wall of hosts (product 2.1). '' shows all languages. */
export const WALL_LANGUAGES = ['', 'en', 'ar', 'hi', 'tr', 'fr', 'es'] as const;
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
export type ListName = (typeof LIST_NAMES)[number];

/** Changes of a relation. */
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
export type RelationAction = (typeof RELATION_ACTIONS)[number];

/** Relation between the caller and another user. */
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
/** The relation to an unknown user. */
export const NO_RELATION: Omit<Relation, 'uid'> = {
  friend: false,
  requested: false,
  requestedMe: false,
  liked: false,
  likesMe: false,
  favourite: false,
  blocked: false,
};

export const REPORT_REASONS = ['spam', 'fake', 'minor', 'nudity', 'abuse', 'scam', 'other'] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];
export const REPORT_NOTE_MAX_CHARS = 500;

/** Reasons why a user may not write to another now; empty: they may. */
export const WRITE_LOCK_REASONS = ['', 'violation', 'blocked', 'not-admitted', 'wait-for-reply'] as const;

export const GENDERS = ['', 'female', 'male', 'other'] as const;
export type Gender = (typeof GENDERS)[number];

export const ALBUM_MAX = 12;
export const VIDEOS_MAX = 6;

/** Clip of a user card (product 3.5): `thumbnail` is its poster, `checksum` the media id of the clip. */
export type CardVideo = { readonly thumbnail: string; readonly videoUrl: string; readonly checksum: string };

/** Fields that a user may change in their own card (product 3.5). Empty text means "not given". */
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
export type ProfileChange = { readonly [K in keyof ProfileFields]?: ProfileFields[K] };
