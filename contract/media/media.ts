import * as v from 'valibot';
import { pictureBlur } from '../picture-blur.ts';
import { safeUrl } from '../safe-url.ts';
import { PRIVATE_MEDIA_PATH } from './private.ts';

/** Pictures and clips of our media host. An address has no extension: `/media/<32 hex>`. */
const MEDIA_PATH = '/media/';
export const UPLOAD_PATH = '/upload';

export type MediaKind = 'picture' | 'clip' | 'sound';

/** What a finished upload is for: a field of the own profile, or a message. */
export const UPLOAD_PURPOSES = ['avatar', 'album', 'video', 'chat'] as const;
export type UploadPurpose = (typeof UPLOAD_PURPOSES)[number];

/** The folder that a file goes into: profiles are public, messages are not. Older clients name none, which means 'profile'. */
export const MEDIA_PURPOSES = ['profile', 'chat'] as const;
export type MediaPurpose = (typeof MEDIA_PURPOSES)[number];
export const mediaPurposeOf = (purpose: UploadPurpose): MediaPurpose => (purpose === 'chat' ? 'chat' : 'profile');

/** Widths in pixels that the host serves of a picture (product 9.4). */
export const PICTURE_WIDTHS_PX = [160, 320, 480, 960] as const;
export type PictureWidth = (typeof PICTURE_WIDTHS_PX)[number];

/** Pattern of the `filename` that a client sends; the server stores the file under a name of its own (product 5.5). */
export const UPLOAD_NAME = /^[0-9a-f]{32}\.[a-z0-9]{2,5}$/;

const MEDIA_URL = /^\/media\/([0-9a-f]{32})$/;
/** Media of messages. Opens only to who may see it (threats: media of messages). A clip's sized address is its poster. */
export const PRIVATE_MEDIA = /^\/media\/p\/([0-9a-f]{32})$/;
const ANY_MEDIA_URL = /^\/media\/(?:p\/)?[0-9a-f]{32}$/;

export const mediaUrl = (id: string) => `${MEDIA_PATH}${id}`;

/** The 32 hexadecimal digits of an address of our media host; undefined for any other text, also for a sized address. */
export const mediaIdOf = (url: string): string | undefined => MEDIA_URL.exec(url)?.[1];

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
 * The answer of `POST /upload` (multipart: token, filename, purpose, offset, size, file, in this order; only token, filename and
 * file are needed). A refusal is `{ result: <status>, msg, data }`, where `data` is an `AppError` of the upload host; a refusal
 * that any call can get (400, 401, 403, 429) has no data.
 */
export const uploadAnswer = v.object({
  result: v.literal(1),
  msg: v.string(),
  id: v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/)),
  kind: v.picklist(['picture', 'clip', 'sound']),
  url: v.pipe(v.string(), v.regex(ANY_MEDIA_URL)),
  /** For a clip: the address of its poster. That of a private clip is the clip's own: only its sizes are pictures. */
  thumbUrl: v.optional(v.pipe(v.string(), v.regex(ANY_MEDIA_URL))),
  /** Pixels; 0 for sound. */
  width: v.number(),
  height: v.number(),
  /** Length of a clip or sound of a message. */
  ms: v.optional(v.number()),
  wave: v.optional(wave),
  blur: pictureBlur,
});
export type UploadAnswer = v.InferOutput<typeof uploadAnswer>;

/**
 * The other answer, to a file that comes in parts: how many of its bytes the host has, from the first without a gap. The next
 * part begins there. When that is all of it, the host is still at work on it, and is asked again.
 */
export const partAnswer = v.object({
  result: v.literal(1),
  msg: v.string(),
  received: v.pipe(v.number(), v.minValue(0)),
});
export type PartAnswer = v.InferOutput<typeof partAnswer>;
