/** Constants of this domain; names include the unit. */

export const MEDIA_URL_MAX_CHARS = 256;
export const PICTURE_MAX_BYTES = 10_485_760;
export const CLIP_MAX_BYTES = 52_428_800;
export const PICTURE_MAX_PIXELS = 50_000_000;
export const PICTURE_KEPT_EDGE_PX = 1_920;
export const CLIP_MAX_PIXELS = 8_847_360;
export const CLIP_MAX_SECONDS = 60;
export const CLIP_KEPT_EDGE_PX = 1_280;
export const CLIP_KEPT_FRAMES_PER_SECOND = 30;
export const UPLOADS_PER_MINUTE = 30;
/** Limits of one account in 24 hours. The bytes are those of the stored, re-encoded files. */
export const UPLOADS_PER_DAY = 200;
export const UPLOAD_BYTES_PER_DAY = 524_288_000;
/** Clips are processed one at a time: maximum number per account and in total, the running one included. */
export const CLIPS_IN_WORK_PER_ACCOUNT = 3;
export const CLIPS_IN_WORK = 20;
/** Unreferenced media are deleted after this time. */
export const UNNAMED_MEDIA_KEPT_MS = 86_400_000;
export const UPLOAD_TIMEOUT_MS = 300_000;

/** Files of messages. Pairs: for a user's account, for an anchor's account. */
export const CHAT_FILE_MAX_BYTES = 52_428_800;
export const CHAT_BYTES_PER_ACCOUNT = [1_000_000_000, 10_000_000_000] as const;
export const CHAT_PICTURES_PER_DAY = [200, 800] as const;
export const CHAT_SHORT_VIDEOS_PER_DAY = [40, 160] as const;
export const CHAT_VIDEOS_PER_DAY = [20, 80] as const;
export const CHAT_VOICES_PER_DAY = [200, 800] as const;
export const SHORT_VIDEO_MAX_MS = 15_000;
export const VOICE_MAX_BYTES = 4_194_304;
export const VOICE_MAX_MS = 120_000;
/** Tolerance for recorders that round lengths. */
export const LENGTH_SLACK_MS = 500;
/** Part size; larger files are uploaded in parts. */
export const PART_BYTES = 1_048_576;
export const PARTS_PER_MINUTE = 300;
/** Unfinished uploads per account; the oldest is dropped. */
export const PARTS_KEPT_PER_ACCOUNT = 20;
export const PARTS_KEPT_MS = 21_600_000;
/** The placeholder of a locked picture shows less than that of an unlocked one. */
export const CHAT_BLUR_MAX_CHARS = 1_200;
/** The private media cookie is renewed weekly while the app is used. */
export const PASS_KEPT_DAYS = 30;
export const PASS_RENEWED_EVERY_MS = 604_800_000;
export const MEDIA_PASSES_PER_MINUTE = 10;
/** Retention of message files: sent; sent locked and never unlocked; and the row of a deleted file. */
export const SENT_KEPT_DAYS = 180;
export const LOCKED_KEPT_DAYS = 30;
export const GONE_KEPT_DAYS = 30;
/** Retention of paid files, from the payment on. */
export const OPENED_KEPT_DAYS = 365;
/** Unlocked files are checked again after this time; then the gems are credited to the sender. */
export const UNLOCK_CHECK_MS = 60_000;
export const UNLOCKS_PER_MINUTE = 60;
export const LOCK_READS_PER_MINUTE = 120;
/** Maximum locks per request. */
export const LOCKS_AT_ONCE = 50;
/** Maximum items on a host's page, and maximum items that a buyer sees, earlier ones included. */
export const EXCLUSIVE_MAX_ITEMS = 24;
export const EXCLUSIVE_SHOWN_MAX = 200;
/** Limits of private media copies on a device: in total, and for one played clip. */
export const COPIES_MAX_BYTES = 314_572_800;
export const COPIES_MAX_SHARE = 0.2;
export const CLIP_COPY_MAX_BYTES = 20_971_520;
/** Limits of public picture copies on a device: width, number, bytes and age. */
export const PICTURE_COPY_MAX_WIDTH_PX = 640;
export const PICTURE_COPIES_MAX = 400;
export const PICTURE_COPIES_MAX_BYTES = 52_428_800;
export const PICTURE_COPY_KEPT_MS = 2_592_000_000;
/** A copy older than this is shown at once and revalidated. */
export const PICTURE_COPY_FRESH_MS = 604_800_000;
