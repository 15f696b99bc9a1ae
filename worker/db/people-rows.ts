import type { OpenHours } from '#contract/hosting/hours.ts';
import type { UploadAnswer, UploadPurpose } from '#contract/media/media.ts';
import type { CardVideo, Gender, ListName, Relation } from '#contract/people/people.ts';
import type { ErrorCode } from '#contract/result.ts';

/** A person shown by a list or a profile. A cache; the server is authoritative. */
export type PersonRow = {
  uid: number;
  jid: string;
  nickName: string;
  avatarUrl: string;
  /** Blurred placeholder of the avatar as a `data:` URL; absent when no list sent one. */
  avatarBlur?: string;
  videoUrl: string;
  country: string;
  lang: string;
  /** Full years; -1 when unknown (product 5.6). */
  age: number;
  about: string;
  role: number;
  /** Gems per started minute; 0 for users who take no paid calls. */
  price: number;
  isNew: boolean;
  isSilver: boolean;
  /** False: a host who takes no calls now. Absent in rows of an older build, and for users who are no hosts. */
  takesCalls?: boolean;
  fetchedAt: number;
};
/** A list of people in the server's order, as far as it was read. `nextCursor` is empty at its end. */
export type ListRow = {
  name: ListName;
  uids: number[];
  nextCursor: string;
  fetchedAt: number;
  /** True while the silver club is closed: the list is empty for that reason, not for lack of hosts. */
  closed?: boolean;
};
/** Profile data that PersonRow does not have, such as pictures, clips, rating and counts. Fetched when a profile is opened. */
export type CardRow = {
  uid: number;
  gender: Gender;
  bDay: string;
  albums: string[];
  videos: CardVideo[];
  /** Placeholders, by picture URL. Absent in rows of an older build. */
  blurs?: Record<string, string>;
  /** Stars by callers; null while there are too few. Absent in rows of an older build. */
  rating?: { stars: number; count: number } | null;
  /** The present or the next of the weekly hours of a host. Absent in rows of an older build. */
  openHours?: OpenHours | null;
  likes: number;
  friends: number;
  favourites: number;
  gifts: { id: string; title: string; iconUrl: string; count: number }[];
  fetchedAt: number;
};
/** The user's relation to another person, as shown: with local changes that are still queued. */
export type RelationRow = { -readonly [K in keyof Relation]: Relation[K] };
/** A card that the user skipped in the swipe feed; it stays hidden for a day. */
export type SkippedRow = { uid: number; at: number };
/** A file to upload, with its state and progress: a profile picture, an album picture, a clip or a file of a message. */
export type UploadRow = {
  id: string;
  purpose: UploadPurpose;
  /** File name of the upload. Generated once: a retry after a lost response uses the same name, so the server recognizes it. */
  name: string;
  /**
   * Absent once the upload is done. The file of a message stays until its bubble has rendered the uploaded one. A
   * refused file stays until the user discards it, so that it can be retried.
   */
  file: Blob | undefined;
  /** `held`: the message of this file is not written yet. */
  state: 'held' | 'waiting' | 'sending' | 'done' | 'error';
  sentBytes: number;
  totalBytes: number;
  url: string;
  thumbUrl: string;
  /**
   * Facts that a message states about the file, set from the server's answer when the upload is done. A voice draft has them before, with
   * an empty `id` and the duration and wave that the device measured.
   */
  facts?: Pick<UploadAnswer, 'id' | 'kind' | 'width' | 'height' | 'ms' | 'wave' | 'blur'>;
  /**
   * Mid of the message that the file belongs to, or the id of a draft (`draftBatchOf`). The message is sent when all of
   * its files are uploaded.
   */
  batch?: string;
  /** Of a recording: the draft that it becomes again (`draftBatchOf`) if its message was not written while it was `held`. */
  draft?: string;
  /** Error code of the state `error`, else empty. */
  error: ErrorCode | '';
  queuedAt: number;
};
