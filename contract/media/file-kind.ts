import type { ErrorCode } from '../result.ts';
import { PICTURE_DECODED_MAX_BYTES } from './rules.ts';

/** MIME types of pictures that users may choose or share; uploads are re-encoded from them. */
export const PICTURE_TYPES = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'image/avif',
  'image/heic',
] as const;
type PictureType = (typeof PICTURE_TYPES)[number];
/**
 * Type of a file by its first bytes, regardless of its name. `w`, `h`: pixels, 0 if the head does not contain them. `isAnimated`: the head
 * announces further frames.
 */
export type FileKind =
  | {
      readonly kind: 'picture';
      readonly type: PictureType;
      readonly w: number;
      readonly h: number;
      readonly isAnimated?: true;
    }
  | { readonly kind: 'clip'; readonly type: 'video/mp4' | 'video/quicktime' | 'video/webm' }
  | { readonly kind: 'unknown' };

/** Length of the prefix of a file that a client reads to detect its type and size (`fileKind`). */
export const KIND_HEAD_BYTES = 65_536;
/** Maximum size of a file that a user may choose on the client, before it is scaled down or converted. */
export const FILE_MAX_BYTES = 52_428_800;

/** Reads numbers and names from a file's head; 0 and '' beyond its end. */
function reader(bytes: ArrayBuffer) {
  const head = new DataView(bytes);
  const has = (at: number, length: number) => at + length <= head.byteLength;
  const u8 = (at: number) => (has(at, 1) ? head.getUint8(at) : 0);
  const u16 = (at: number, little = false) => (has(at, 2) ? head.getUint16(at, little) : 0);
  return {
    length: head.byteLength,
    u8,
    u16,
    u24: (at: number) => u16(at, true) + u8(at + 2) * 65_536,
    u32: (at: number, little = false) => (has(at, 4) ? head.getUint32(at, little) : 0),
    name: (at: number) => (has(at, 4) ? String.fromCharCode(u8(at), u8(at + 1), u8(at + 2), u8(at + 3)) : ''),
  };
}
type Head = ReturnType<typeof reader>;

type Size = { readonly w: number; readonly h: number };
const UNKNOWN: Size = { w: 0, h: 0 };

/** WebP, VP8X header: the file contains an animation. */
const WEBP_ANIMATION = 0x02;
const ANIMATED = { isAnimated: true } as const;
/** GIF: the extension that repeats an animation, and the block before each of its frames. */
const GIF_LOOP = 'NETSCAPE2.0';
const GIF_FRAME = '!\xf9\x04';
/** PNG: the chunk that announces an animation, before the pixels. */
const PNG_ANIMATION = 'acTL';

/** Returns the head as text of one character per byte. */
const latin1 = (bytes: ArrayBuffer) => Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join('');

/** Whether a GIF has more than one frame: the head has a second one, or the loop extension that practically every animation has. */
function isAnimatedGif(bytes: ArrayBuffer): boolean {
  const text = latin1(bytes);
  return text.includes(GIF_LOOP) || text.split(GIF_FRAME).length > 2;
}

const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** Returns the size from a JPEG's frame header, after its metadata segments (which may include a GPS position). */
function jpegSize(head: Head): Size {
  let at = 2;
  while (head.u8(at) === 0xff && at < head.length) {
    const marker = head.u8(at + 1);
    if (isFrame(marker)) return { w: head.u16(at + 7), h: head.u16(at + 5) };
    // Skips fill bytes.
    if (marker === 0xff) at += 1;
    else at += 2 + Math.max(2, head.u16(at + 2));
  }
  return UNKNOWN;
}

function webpSize(head: Head): Size {
  const form = head.name(12);
  if (form === 'VP8X') return { w: head.u24(24) + 1, h: head.u24(27) + 1 };
  if (form === 'VP8 ') return { w: head.u16(26, true) & 0x3fff, h: head.u16(28, true) & 0x3fff };
  if (form !== 'VP8L') return UNKNOWN;
  const bits = head.u32(21, true);
  return { w: (bits & 0x3fff) + 1, h: ((bits >>> 14) & 0x3fff) + 1 };
}

const HEIC_BRANDS = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']);

/** Classifies ISO base media files: clips, and HEIC or AVIF pictures. */
function boxKind(head: Head): FileKind {
  const brand = head.name(8);
  if (brand === 'avif') return { kind: 'picture', type: 'image/avif', ...UNKNOWN };
  if (brand === 'avis') return { kind: 'picture', type: 'image/avif', ...UNKNOWN, ...ANIMATED };
  if (HEIC_BRANDS.has(brand)) return { kind: 'picture', type: 'image/heic', ...UNKNOWN };
  return { kind: 'clip', type: brand === 'qt  ' ? 'video/quicktime' : 'video/mp4' };
}

/**
 * Detects the type of a file from its head, and the pixels of a picture if the head contains them, else 0. Clients call it on a chosen or
 * shared file.
 */
export function fileKind(bytes: ArrayBuffer): FileKind {
  const head = reader(bytes);
  const first = head.name(0);
  if (head.u16(0) === 0xffd8) return { kind: 'picture', type: 'image/jpeg', ...jpegSize(head) };
  if (head.u32(0) === 0x89504e47) {
    const isAnimated = latin1(bytes).split('IDAT', 1)[0]?.includes(PNG_ANIMATION);
    return { kind: 'picture', type: 'image/png', w: head.u32(16), h: head.u32(20), ...(isAnimated && ANIMATED) };
  }
  if (first === 'GIF8') {
    const size = { w: head.u16(6, true), h: head.u16(8, true) };
    return { kind: 'picture', type: 'image/gif', ...size, ...(isAnimatedGif(bytes) && ANIMATED) };
  }
  if (first === 'RIFF' && head.name(8) === 'WEBP') {
    const isAnimated = head.name(12) === 'VP8X' && (head.u8(20) & WEBP_ANIMATION) > 0;
    return { kind: 'picture', type: 'image/webp', ...webpSize(head), ...(isAnimated && ANIMATED) };
  }
  if (head.name(4) === 'ftyp') return boxKind(head);
  if (head.u32(0) === 0x1a45dfa3) return { kind: 'clip', type: 'video/webm' };
  return { kind: 'unknown' };
}

const BYTES_PER_PIXEL = 4;
/** JPEG decoders scale to a half or less in each direction while they read (DCT scaling), so a pixel of the file takes a quarter. */
const BYTES_PER_JPEG_PIXEL = 1;

/**
 * Returns how many pixels (width times height) a picture of this MIME type may have to be decoded within `PICTURE_DECODED_MAX_BYTES`:
 * 268 megapixels of a JPEG, so every photo of a phone, and 67 of other types.
 */
export const maxPixelsOf = (type: string): number =>
  PICTURE_DECODED_MAX_BYTES / (type === 'image/jpeg' ? BYTES_PER_JPEG_PIXEL : BYTES_PER_PIXEL);

/**
 * Returns the error code why a chosen or shared file cannot be sent, before any of it is decoded; undefined if it can. `bytes`: its whole
 * size.
 */
export function faultOfFile(kind: FileKind, bytes: number): ErrorCode | undefined {
  if (bytes === 0) return 'upload-unreadable';
  if (bytes > FILE_MAX_BYTES) return 'upload-too-large';
  if (kind.kind === 'unknown') return 'upload-type';
  return kind.kind === 'picture' && kind.w * kind.h > maxPixelsOf(kind.type) ? 'upload-dimensions' : undefined;
}
