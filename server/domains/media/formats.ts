import type { PictureFormat } from './folder.ts';

/** Formats that a client may request, the smallest first. */
const WANTED = [
  ['image/avif', 'avif'],
  ['image/webp', 'webp'],
] as const satisfies readonly (readonly [string, PictureFormat])[];

const ZERO = /;\s*q=0(?:\.0{0,3})?\s*$/i;

/**
 * Returns the format for a resized picture: the smallest one that an Accept header names (RFC 9110, section 12.5.1), or JPEG when it
 * names none. A wildcard does not prove that the client supports the newer formats.
 */
export function formatFor(accept = ''): PictureFormat {
  const named = new Set(
    accept
      .split(',')
      .filter((item) => !ZERO.test(item))
      .map((item) => item.split(';', 1)[0]?.trim().toLowerCase()),
  );
  return WANTED.find(([type]) => named.has(type))?.[1] ?? 'jpeg';
}
