/** Business numbers of this domain, each with its unit in its name. */

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
/** Clips are processed in one lane: maximum number per account and in all, the running one included. */
export const CLIPS_IN_WORK_PER_ACCOUNT = 3;
export const CLIPS_IN_WORK = 20;
/** Media that no row names are deleted after this time. */
export const UNNAMED_MEDIA_KEPT_MS = 86_400_000;
export const UPLOAD_TIMEOUT_MS = 300_000;
