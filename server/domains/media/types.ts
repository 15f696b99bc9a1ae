import type { MediaKind } from '../../../contract/media/media.ts';

/** Accepted picture formats of uploads. */
export type PictureType = 'jpeg' | 'png' | 'webp' | 'avif' | 'gif';
/** Accepted container formats of uploaded clips. */
export type ClipType = 'mp4' | 'mov' | 'webm';
/** Accepted formats of uploaded audio files, in messages only. An MP4 or WebM with audio only has a `ClipType`. */
export type SoundType = 'ogg' | 'm4a';
/** Kind and format of an uploaded file, as `typeOf` detects them by its first bytes. */
export type FileType =
  | { readonly kind: Extract<MediaKind, 'picture'>; readonly type: PictureType }
  | { readonly kind: Extract<MediaKind, 'clip'>; readonly type: ClipType }
  | { readonly kind: Extract<MediaKind, 'sound'>; readonly type: SoundType };

/** Number of bytes from the start of a file that `typeOf` needs, or the whole file if it is shorter. */
export const TYPE_HEAD_BYTES = 64;

const picture = (type: PictureType): FileType => ({ kind: 'picture', type });
const clip = (type: ClipType): FileType => ({ kind: 'clip', type });
const sound = (type: SoundType): FileType => ({ kind: 'sound', type });
/** Offset of the first packet in an Ogg page with one segment (RFC 3533). */
const OGG_PACKET_AT = 28;

const MARKS: readonly (readonly [FileType, offset: number, mark: string])[] = [
  [picture('jpeg'), 0, '\xff\xd8\xff'],
  [picture('png'), 0, '\x89PNG\r\n\x1a\n'],
  [picture('gif'), 0, 'GIF87a'],
  [picture('gif'), 0, 'GIF89a'],
  [clip('mov'), 4, 'moov'],
  [clip('mov'), 4, 'wide'],
  [clip('mov'), 4, 'mdat'],
];

/** Major brands of ISO base media files. HEIC (`heic`, `heix`, `mif1`, ...) is missing, because it cannot be decoded here. */
const BRANDS: readonly (readonly [RegExp, FileType])[] = [
  [/^avi[fs]$/, picture('avif')],
  [/^qt {2}$/, clip('mov')],
  [/^M4A $/, sound('m4a')],
  [/^(isom|iso[2-9]|mp4[12]|avc1|M4V[ HP]|MSNV|3gp.|cmf.|dash)$/, clip('mp4')],
];

/**
 * Returns the type of an uploaded file by its first bytes, whatever its name; undefined for all others, such as SVG, HEIC, pages and
 * programs. Sources: RFC 2083, RFC 9649, GIF89a, ISO/IEC 14496-12 (ftyp), RFC 8794 (EBML), RFC 7845 (Opus in Ogg). MP4 or WebM with
 * audio only is recognized later, by its tracks (clips/transcode.ts).
 */
export function typeOf(head: Uint8Array): FileType | undefined {
  const text = Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString('latin1');
  if (text.startsWith('RIFF') && text.startsWith('WEBP', 8)) return picture('webp');
  if (text.startsWith('ftyp', 4)) return BRANDS.find(([brand]) => brand.test(text.slice(8, 12)))?.[1];
  if (text.startsWith('\x1a\x45\xdf\xa3')) return text.includes('webm') ? clip('webm') : undefined;
  if (text.startsWith('OggS')) return text.startsWith('OpusHead', OGG_PACKET_AT) ? sound('ogg') : undefined;
  return MARKS.find(([, offset, mark]) => text.startsWith(mark, offset))?.[0];
}
