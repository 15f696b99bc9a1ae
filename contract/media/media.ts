import * as v from 'valibot';
import { pictureBlur } from '../picture-blur.ts';
import { safeUrl } from '../safe-url.ts';
import { PRIVATE_MEDIA_PATH } from './private.ts';

/** Start of the address of a public file on the media host; its id follows, without an extension: `/media/<32 hex>`. */
const MEDIA_PATH = '/media/';
/** Path on the API host to which clients post files (multipart); see `uploadAnswer` for the fields. */
export const UPLOAD_PATH = '/upload';

/** Kind of a media file on the server: a picture, a video (clip), or a sound recording. */
export type MediaKind = 'picture' | 'clip' | 'sound';

/** Purpose of an uploaded file: a field of the own profile, a message (`chat`), or the application to be a host. */
export const UPLOAD_PURPOSES = ['avatar', 'album', 'video', 'chat', 'application'] as const;
/** One of `UPLOAD_PURPOSES`; decides which part of the core uses the finished upload. */
export type UploadPurpose = (typeof UPLOAD_PURPOSES)[number];

/**
 * Value of the form field `purpose` of an upload, and the storage folder of the file: `profile` is public, `chat` is private. Older
 * clients send none, which means `profile`.
 */
export const MEDIA_PURPOSES = ['profile', 'chat'] as const;
/** One of `MEDIA_PURPOSES`: public profile media, or private media of messages. */
export type MediaPurpose = (typeof MEDIA_PURPOSES)[number];
/** Maps what a page uploads a file for to the `purpose` field of the upload form. */
export const mediaPurposeOf = (purpose: UploadPurpose): MediaPurpose =>
  purpose === 'chat' || purpose === 'application' ? 'chat' : 'profile';

/** Widths in pixels at which the media host serves each picture (`<address>/img<width>`, product 9.4). */
export const PICTURE_WIDTHS_PX = [160, 320, 480, 960] as const;
/** One of the widths at which the media host serves pictures. */
export type PictureWidth = (typeof PICTURE_WIDTHS_PX)[number];

/**
 * Pattern of the `filename` that a client generates for an upload and repeats on each attempt; the server stores the file under an id of
 * its own (product 5.5).
 */
export const UPLOAD_NAME = /^[0-9a-f]{32}\.[a-z0-9]{2,5}$/;

const MEDIA_URL = /^\/media\/([0-9a-f]{32})$/;
/**
 * Pattern of the address of a message's file, which only sender and receiver may read (threats: media of messages). A clip's sized address
 * is its poster.
 */
export const PRIVATE_MEDIA = /^\/media\/p\/([0-9a-f]{32})$/;
const ANY_MEDIA_URL = /^\/media\/(?:p\/)?[0-9a-f]{32}$/;

/** Returns the address path of a public profile file by its id. */
export const mediaUrl = (id: string) => `${MEDIA_PATH}${id}`;

/**
 * Returns the id (32 hexadecimal digits) from the address of a public profile file; undefined for any other text, also for a sized
 * address.
 */
export const mediaIdOf = (url: string): string | undefined => MEDIA_URL.exec(url)?.[1];

/** Returns the address path of a message's file by its id. */
export const privateUrl = (id: string) => `${PRIVATE_MEDIA_PATH}/${id}`;
/** Returns the id from the address of a message's file; undefined for any other text. */
export const privateIdOf = (url: string): string | undefined => PRIVATE_MEDIA.exec(url)?.[1];

/** Picture source in place of an unusable address: loading it fails like an unreachable picture, so the placeholder stays. */
export const NO_PICTURE = 'data:,';

/**
 * Returns the address of the picture at most `width` pixels wide, which the media host serves as AVIF, WebP or JPEG. An address of another
 * host is returned unscaled, as `safeUrl` returns it; an unsafe one becomes `NO_PICTURE`, and '' stays ''.
 */
export const sized = (url: string, width: PictureWidth) =>
  ANY_MEDIA_URL.test(url) ? `${url}/img${width}` : safeUrl(url) || (url && NO_PICTURE);

/** Schema of the loudness of a voice message in 48 windows, one hexadecimal digit each (wave.ts). */
export const wave = v.pipe(v.string(), v.regex(/^[0-9a-f]{48}$/));

/**
 * Schema of the final response of `POST /upload`, once the file is stored (multipart: token, filename, purpose, offset, size, file, in
 * this order; only token, filename and file are required). A refusal is `{ result: <status>, msg, data }`, where `data` is an `AppError`
 * of the upload host; general refusals (400, 401, 403, 429) have no data.
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
/** Final response of an upload: id, address and measurements of the stored file. */
export type UploadAnswer = v.InferOutput<typeof uploadAnswer>;

/**
 * Schema of the response to one part of a file: the number of contiguous bytes that the host has. The next part starts there. If the file
 * is complete, the host is still processing it, and the client polls.
 */
export const partAnswer = v.object({
  result: v.literal(1),
  msg: v.string(),
  received: v.pipe(v.number(), v.minValue(0)),
});
/** Response to one part of a file that is uploaded in parts. */
export type PartAnswer = v.InferOutput<typeof partAnswer>;
