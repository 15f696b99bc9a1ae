import { safeNext } from '../routing/safe-path.ts';

/** A segment of a text; `url` is set if the segment is a link. */
export type TextSegment = { readonly text: string; readonly url?: string };

const SCHEME_CHARS = 'https://'.length;
/** Characters that end a sentence rather than a URL. */
const TRAILING = new Set([...'.,:;!?\'"…。、，！？」』）)]}>']);
const CLOSED_BY: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };
const END = /[\s<>"`\p{Cc}\p{Bidi_Control}]/u;
const ADDRESS_MAX_CHARS = 2_048;

/** End index of the URL that starts at `start`, without trailing punctuation. */
function endOf(text: string, start: number): number {
  const limit = Math.min(text.length, start + ADDRESS_MAX_CHARS + 1);
  let end = start + SCHEME_CHARS;
  while (end < limit && !END.test(text.charAt(end))) end += 1;
  const counted = new Map<string, number>();
  for (let at = start; at < end; at += 1) counted.set(text.charAt(at), (counted.get(text.charAt(at)) ?? 0) + 1);
  while (end > start) {
    const last = text.charAt(end - 1);
    const opener = CLOSED_BY[last];
    // A closing bracket belongs to the URL if its opening bracket does.
    if (!TRAILING.has(last) || (opener && (counted.get(last) ?? 0) <= (counted.get(opener) ?? 0))) return end;
    counted.set(last, (counted.get(last) ?? 0) - 1);
    end -= 1;
  }
  return end;
}

/** Parses a URL; undefined if it is not https, has credentials, or has a host that is not a plain ASCII domain name. */
export function addressOf(text: string): URL | undefined {
  if (text.length > ADDRESS_MAX_CHARS) return undefined;
  const url = URL.parse(text);
  const isOpen = url?.protocol === 'https:' && url.username === '' && url.password === '';
  return isOpen && /^(?:[a-z\d-]+\.)+[a-z\d-]{2,}$/.test(url.hostname) ? url : undefined;
}

/** Splits a text into plain segments and links. Only URLs with an explicit `https://` are links; bare domains are not. */
export function scanLinks(text: string): readonly TextSegment[] {
  const parts: TextSegment[] = [];
  const scheme = /https:\/\//gi;
  let written = 0;
  for (let found = scheme.exec(text); found; found = scheme.exec(text)) {
    const end = endOf(text, found.index);
    scheme.lastIndex = Math.max(end, scheme.lastIndex);
    const isWhole = found.index === 0 || !/[\p{L}\p{N}]/u.test(text.charAt(found.index - 1));
    const url = isWhole ? addressOf(text.slice(found.index, end)) : undefined;
    if (!url) continue;
    if (found.index > written) parts.push({ text: text.slice(written, found.index) });
    parts.push({ text: text.slice(found.index, end), url: url.href });
    written = end;
  }
  if (written < text.length || parts.length === 0) parts.push({ text: text.slice(written) });
  return parts;
}

/** Path of a URL that leads to a page of this app; undefined for any other URL, including files on the same origin. */
export function ownPath(url: string, origin: string, isPage: (path: string) => boolean): string | undefined {
  const at = URL.parse(url);
  if (at?.origin !== origin || !isPage(at.pathname)) return undefined;
  return safeNext(at.pathname + at.search + at.hash, origin, isPage);
}
