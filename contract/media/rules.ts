import { DAY_MS, WEEK_MS } from '../durations.ts';

/** Limits and times of files and uploads, the same for client and server; names include the unit. */

/** Maximum length of a media address in a profile or a vCard. */
export const MEDIA_URL_MAX_CHARS = 256;
/** Maximum size of an uploaded profile picture. Clients upload a crop of fixed size in px, which is far smaller. */
export const PROFILE_PICTURE_MAX_BYTES = 10_485_760;
/** Maximum size of an uploaded profile clip. */
export const CLIP_MAX_BYTES = 52_428_800;
/**
 * Memory that the pixels of a picture may take while it is decoded. Clients and server compute it from the head of the file, before
 * decoding (`maxPixelsOf`); more fails with `upload-dimensions`.
 */
export const PICTURE_DECODED_MAX_BYTES = 268_435_456;
/** Longest edge of a stored picture of usual shape; larger ones are scaled down, on the device and again on the server (`storedSize`). */
export const PICTURE_KEPT_EDGE_PX = 1_920;
/** Shorter edge that a long picture keeps, although its longer edge exceeds `PICTURE_KEPT_EDGE_PX`. */
export const PICTURE_STORED_SHORT_EDGE_PX = 1_080;
/** Maximum width times height of a stored picture, which bounds long ones: 12 megapixels. */
export const PICTURE_STORED_PIXELS = 12_000_000;
/** Maximum edge of a stored picture; WebP has no larger ones. */
export const PICTURE_MAX_EDGE_PX = 16_383;
/** Maximum width times height of an uploaded clip; more fails with `upload-dimensions`. */
export const CLIP_MAX_PIXELS = 8_847_360;
/** Maximum length of a clip; uploads that are more than 0.5 s longer fail with `upload-too-long`, and the trim dialog selects no more. */
export const CLIP_MAX_SECONDS = 60;
/** Longest edge of a stored clip; larger ones are scaled down. */
export const CLIP_KEPT_EDGE_PX = 1_280;
/** Frame rate of a stored clip; further frames of the upload are dropped. */
export const CLIP_KEPT_FRAMES_PER_SECOND = 30;
/** Uploads that an account may begin per minute, over all processes. */
export const UPLOADS_PER_MINUTE = 30;
/**
 * Profile files that an account may upload in 24 hours. Files of messages have quotas of their own (`CHAT_PICTURES_PER_DAY` and others).
 */
export const UPLOADS_PER_DAY = 200;
/** Bytes of an account's profile files, as stored after re-encoding, after which uploads are refused for the rest of 24 hours. */
export const UPLOAD_BYTES_PER_DAY = 524_288_000;
/** Clips of one account that a process queues, the running one included; further ones are refused. Clips are processed one at a time. */
export const CLIPS_IN_WORK_PER_ACCOUNT = 3;
/** Clips of all accounts that a process queues, the running one included. */
export const CLIPS_IN_WORK = 20;
/** Age after which an uploaded file that no profile names and no message contains is deleted. */
export const UNNAMED_MEDIA_KEPT_MS = DAY_MS;
/** Time in which the server must have received a whole HTTP request; it is set for uploads, the slowest ones. */
export const UPLOAD_TIMEOUT_MS = 300_000;

/** Maximum size of an uploaded picture or clip of a message. */
export const CHAT_FILE_MAX_BYTES = 52_428_800;
/** Total bytes of an account's stored message files after which uploads are refused: for a user, for a host. */
export const CHAT_BYTES_PER_ACCOUNT = [1_000_000_000, 10_000_000_000] as const;
/** Pictures that an account may upload for messages in 24 hours: a user, a host. */
export const CHAT_PICTURES_PER_DAY = [200, 800] as const;
/** Clips of up to `SHORT_VIDEO_MAX_MS` that an account may upload for messages in 24 hours: a user, a host. */
export const CHAT_SHORT_VIDEOS_PER_DAY = [40, 160] as const;
/** Longer clips that an account may upload for messages in 24 hours: a user, a host. */
export const CHAT_VIDEOS_PER_DAY = [20, 80] as const;
/** Voice recordings that an account may upload for messages in 24 hours: a user, a host. */
export const CHAT_VOICES_PER_DAY = [200, 800] as const;
/** Length up to which a clip counts as short, and at which recording a clip in the app stops. */
export const SHORT_VIDEO_MAX_MS = 15_000;
/** Maximum size of an uploaded voice recording. */
export const VOICE_MAX_BYTES = 4_194_304;
/** Length at which recording a voice message stops; the server refuses ones longer than this and `LENGTH_SLACK_MS`. */
export const VOICE_MAX_MS = 120_000;
/** Excess over the maximum length of a short clip, a voice message or an application's clip that the server tolerates: recorders round. */
export const LENGTH_SLACK_MS = 500;
/** Part size of an upload; larger files are uploaded in parts of it. */
export const PART_BYTES = 1_048_576;
/** Further parts of files that an account may upload per minute, over all processes. */
export const PARTS_PER_MINUTE = 300;
/** Maximum number of partly uploaded files per account; a further one replaces the oldest. */
export const PARTS_KEPT_PER_ACCOUNT = 20;
/** Time without a new part after which a partly uploaded file is deleted. */
export const PARTS_KEPT_MS = 21_600_000;
/** Validity of the cookie for private media (`PASS_COOKIE`), in the browser and on the server. */
export const PASS_KEPT_DAYS = 30;
/** Age at which the core renews the cookie for private media while the app is used. */
export const PASS_RENEWED_EVERY_MS = WEEK_MS;
/** Requests of an account per minute for the cookie for private media (`PASS_COOKIE`). */
export const MEDIA_PASSES_PER_MINUTE = 10;
/** Days after sending for which the server stores the files of a free message. */
export const SENT_KEPT_DAYS = 180;
/** Days after sending for which the server stores the files of a locked message that is not unlocked. */
export const LOCKED_KEPT_DAYS = 30;
/** Days for which the row of a deleted message file remains in the database. */
export const GONE_KEPT_DAYS = 30;
/** Days after the payment for which the server stores paid files. If one is lost before that, the gems are refunded. */
export const OPENED_KEPT_DAYS = 365;
/**
 * Time from an unlock to its settlement: the server then credits the held gems to the sender if the files exist and passed a configured
 * content check. Lost files refund the gems.
 */
export const UNLOCK_CHECK_MS = 60_000;
/** Payments for locked messages and items of hosts' pages that an account may make per minute. */
export const UNLOCKS_PER_MINUTE = 60;
/** Requests of an account per minute that read lock states or hosts' pages, or edit the own page. */
export const LOCK_READS_PER_MINUTE = 120;
/** Maximum number of locks in one request for lock states; clients split larger ones. */
export const LOCKS_AT_ONCE = 50;
/** Maximum number of paid items that a host may offer on their page. */
export const EXCLUSIVE_MAX_ITEMS = 24;
/** Maximum number of items of a host's page in a response: those offered, and those that the reader bought earlier. */
export const EXCLUSIVE_SHOWN_MAX = 200;
/** Maximum total size of the message files cached on a device; the oldest are evicted. */
export const COPIES_MAX_BYTES = 314_572_800;
/**
 * Maximum share of the origin's storage quota that the message files cached on a device may use, if that is less than `COPIES_MAX_BYTES`.
 */
export const COPIES_MAX_SHARE = 0.2;
/** Maximum size of a played clip of a message that the service worker caches as a whole. */
export const CLIP_COPY_MAX_BYTES = 20_971_520;
/** Maximum width of a public picture that the service worker caches; larger ones are always fetched. */
export const PICTURE_COPY_MAX_WIDTH_PX = 640;
/** Maximum number of public pictures cached on a device. */
export const PICTURE_COPIES_MAX = 400;
/** Maximum total size of the public pictures cached on a device. */
export const PICTURE_COPIES_MAX_BYTES = 52_428_800;
/** Age at which a cached public picture is no longer shown and is deleted. */
export const PICTURE_COPY_KEPT_MS = 2_592_000_000;
/**
 * Age up to which a cached public picture is shown without a request; an older one, up to `PICTURE_COPY_KEPT_MS`, is shown and revalidated
 * in the background.
 */
export const PICTURE_COPY_FRESH_MS = WEEK_MS;
