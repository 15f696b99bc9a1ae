import * as v from 'valibot';
import { pictureBlur } from '../picture-blur.ts';
import { safeUrl } from '../safe-url.ts';
import { PRIVATE_MEDIA_PATH } from './private.ts';

/** Pictures and clips on the media host. An address has no extension: `/media/<32 hex>`. */
const MEDIA_PATH = '/media/';
export const UPLOAD_PATH = '/upload';

/** Kind of a media file: a picture, a video (clip), or a sound recording. */
export type MediaKind = 'picture' | 'clip' | 'sound';

/** Purpose of a finished upload: a field of the own profile, or a message. */
export const UPLOAD_PURPOSES = ['avatar', 'album', 'video', 'chat'] as const;
export type UploadPurpose = (typeof UPLOAD_PURPOSES)[number];

/** Storage folder of a file: profiles are public, messages are not. Older clients send none, which means 'profile'. */
export const MEDIA_PURPOSES = ['profile', 'chat'] as const;
export type MediaPurpose = (typeof MEDIA_PURPOSES)[number];
export const mediaPurposeOf = (purpose: UploadPurpose): MediaPurpose => (purpose === 'chat' ? 'chat' : 'profile');

/** Picture widths in pixels that the host provides (product 9.4). */
export const PICTURE_WIDTHS_PX = [160, 320, 480, 960] as const;
export type PictureWidth = (typeof PICTURE_WIDTHS_PX)[number];

/** Pattern of the `filename` that a client sends; the server stores the file under a name of its own (product 5.5). */
export const UPLOAD_NAME = /^[0-9a-f]{32}\.[a-z0-9]{2,5}$/;

const MEDIA_URL = /^\/media\/([0-9a-f]{32})$/;
/** Media of messages, restricted to permitted readers (threats: media of messages). A clip's sized address is its poster. */
export const PRIVATE_MEDIA = /^\/media\/p\/([0-9a-f]{32})$/;
const ANY_MEDIA_URL = /^\/media\/(?:p\/)?[0-9a-f]{32}$/;

export const mediaUrl = (id: string) => `${MEDIA_PATH}${id}`;

/** Returns the 32 hexadecimal digits of a media host address; undefined for any other text, also for a sized address. */
export const mediaIdOf = (url: string): string | undefined => MEDIA_URL.exec(url)?.[1];

/** Path of a private media file. */
export const privateUrl = (id: string) => `${PRIVATE_MEDIA_PATH}/${id}`;
export const privateIdOf = (url: string): string | undefined => PRIVATE_MEDIA.exec(url)?.[1];

/** Source for a missing picture: loading it fails like an unreachable picture. */
export const NO_PICTURE = 'data:,';

/**
 * Returns the address of the picture at most `width` pixels wide, as AVIF, WebP or JPEG. An address of another host is
 * returned unscaled, over https.
 */
export const sized = (url: string, width: PictureWidth) =>
  ANY_MEDIA_URL.test(url) ? `${url}/img${width}` : safeUrl(url) || (url && NO_PICTURE);

/** Loudness of a voice in 48 windows, one hexadecimal digit each (wave.ts). */
export const wave = v.pipe(v.string(), v.regex(/^[0-9a-f]{48}$/));

/**
 * The response of `POST /upload` (multipart: token, filename, purpose, offset, size, file, in this order; only token, filename and file
 * are required). A refusal is `{ result: <status>, msg, data }`, where `data` is an `AppError` of the upload host; general refusals (400,
 * 401, 403, 429) have no data.
 */
export const uploadAnswer = v.object({
  result: v.literal(1),
  msg: v.string(),
  id: v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/)),
  kind: v.picklist(['picture', 'clip', 'sound']),
  url: v.pipe(v.string(), v.regex(ANY_MEDIA_URL)),
  /** For a clip: the address of its poster. A private clip has its own address here: only its sized addresses are pictures. */
  thumbUrl: v.optional(v.pipe(v.string(), v.regex(ANY_MEDIA_URL))),
  /** Pixels; 0 for sound. */
  width: v.number(),
  height: v.number(),
  /** Length of a message's clip or sound. */
  ms: v.optional(v.number()),
  wave: v.optional(wave),
  blur: pictureBlur,
});
export type UploadAnswer = v.InferOutput<typeof uploadAnswer>;

/**
 * The response to a part of a file: the number of contiguous bytes that the host has. The next part starts there. If the file is
 * complete, the host is still processing it, and the client polls.
 */
export const partAnswer = v.object({
  result: v.literal(1),
  msg: v.string(),
  received: v.pipe(v.number(), v.minValue(0)),
});
export type PartAnswer = v.InferOutput<typeof partAnswer>;
