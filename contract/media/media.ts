import * as v from 'valibot';
import { safeUrl } from '../safe-url.ts';

/** Pictures and clips of our media host. An address has no extension: `/media/<32 hex>`. */
const MEDIA_PATH = '/media/';
export const UPLOAD_PATH = '/upload';

export type MediaKind = 'picture' | 'clip';

/** The field of the own profile that a finished upload goes into. */
export const UPLOAD_PURPOSES = ['avatar', 'album', 'video'] as const;
export type UploadPurpose = (typeof UPLOAD_PURPOSES)[number];

/** Widths in pixels that the host serves of a picture (product 9.4). */
export const PICTURE_WIDTHS_PX = [160, 320, 480, 960] as const;
export type PictureWidth = (typeof PICTURE_WIDTHS_PX)[number];

/** Pattern of the `filename` that a client sends; the server stores the file under a name of its own (product 5.5). */
export const UPLOAD_NAME = /^[0-9a-f]{32}\.[a-z0-9]{2,5}$/;

const BLUR_MAX_CHARS = 2_048;
const MEDIA_URL = /^\/media\/([0-9a-f]{32})$/;

export const mediaUrl = (id: string) => `${MEDIA_PATH}${id}`;

/** The 32 hexadecimal digits of an address of our media host; undefined for any other text, also for a sized address. */
export const mediaIdOf = (url: string): string | undefined => MEDIA_URL.exec(url)?.[1];

/** Source for a missing picture: loading it fails like an unreachable picture. */
const NO_PICTURE = 'data:,';

/**
 * Returns the address of the picture at most `width` pixels wide, as AVIF, WebP or JPEG. An address of another host is
 * returned unscaled, over https.
 */
export const sized = (url: string, width: PictureWidth) =>
  mediaIdOf(url) === undefined ? safeUrl(url) || (url && NO_PICTURE) : `${url}/img${width}`;

/** A picture of some 32 pixels as a data: address, to show while the real one loads; empty where there is none. */
export const pictureBlur = v.pipe(
  v.string(),
  v.maxLength(BLUR_MAX_CHARS),
  v.regex(/^(?:data:image\/webp;base64,[A-Za-z0-9+/]+={0,2})?$/),
);

/**
 * The answer of `POST /upload` (multipart: token, filename, file, in this order). A refusal is
 * `{ result: <status>, msg, data }`, where `data` is an `AppError` of the upload host; a refusal that any call can get (400,
 * 401, 403, 429) has no data.
 */
export const uploadAnswer = v.object({
  result: v.literal(1),
  msg: v.string(),
  url: v.pipe(v.string(), v.regex(MEDIA_URL)),
  /** For a clip: the address of its poster. */
  thumbUrl: v.optional(v.pipe(v.string(), v.regex(MEDIA_URL))),
  /** Pixels. */
  width: v.number(),
  height: v.number(),
  blur: pictureBlur,
});
export type UploadAnswer = v.InferOutput<typeof uploadAnswer>;
