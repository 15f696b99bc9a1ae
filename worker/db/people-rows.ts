import type { UploadAnswer, UploadPurpose } from '#contract/media/media.ts';
import type { CardVideo, Gender, ListName, Relation } from '#contract/people/people.ts';
import type { ErrorCode } from '#contract/result.ts';

/** A person whom a list or a profile has shown. A cache: the server has the truth. */
export type PersonRow = {
  uid: number;
  jid: string;
  nickName: string;
  avatarUrl: string;
  /** Placeholder of that avatar as a data: address; missing when no list sent it. */
  avatarBlur?: string;
  videoUrl: string;
  country: string;
  lang: string;
  /** Whole years, -1 when it is not known (product 5.6). */
  age: number;
  about: string;
  role: number;
  /** Gems per started minute; 0 for people who take no paid calls. */
  price: number;
  isNew: boolean;
  isSilver: boolean;
  fetchedAt: number;
};
/** A list of people in the server's order, as far as it was read. `nextCursor` is empty at its end. */
export type ListRow = {
  name: ListName;
  uids: number[];
  nextCursor: string;
  fetchedAt: number;
  /** True while the silver club is closed: its list is empty for that reason, not for lack of hosts. */
  closed?: boolean;
};
/** The data of a profile besides the person. */
export type CardRow = {
  uid: number;
  gender: Gender;
  bDay: string;
  albums: string[];
  videos: CardVideo[];
  /** Placeholders, by the address of the picture. Missing in rows of an older build. */
  blurs?: Record<string, string>;
  likes: number;
  friends: number;
  favourites: number;
  gifts: { id: string; title: string; iconUrl: string; count: number }[];
  fetchedAt: number;
};
export type RelationRow = { -readonly [K in keyof Relation]: Relation[K] };
/** A card that was skipped in the swipe feed. */
export type SkippedRow = { uid: number; at: number };
/** A file to send to the upload host. */
export type UploadRow = {
  id: string;
  purpose: UploadPurpose;
  /** What the file is sent as. Made once: a file whose answer was lost is sent again under it, and the host has it already. */
  name: string;
  /**
   * Absent once it has arrived; a message's is kept until its bubble has drawn the one that arrived. A refused file is kept until
   * the user discards it, so that it can be sent again.
   */
  file: Blob | undefined;
  /** `held`: its message is not written yet. */
  state: 'held' | 'waiting' | 'sending' | 'done' | 'error';
  sentBytes: number;
  totalBytes: number;
  url: string;
  thumbUrl: string;
  /** Once it has arrived: what a message says of it. */
  facts?: Pick<UploadAnswer, 'id' | 'kind' | 'width' | 'height' | 'ms' | 'wave' | 'blur'>;
  /** Files of one message have its mid here; it leaves when all have arrived. */
  batch?: string;
  /** The reason of the state `error`. */
  error: ErrorCode | '';
  queuedAt: number;
};
