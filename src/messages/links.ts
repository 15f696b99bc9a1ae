import { safeNext } from '../routing/safe-path.ts';

/** A segment of a text; `url` is set if the segment is a link. */
export type TextSegment = { readonly text: string; readonly url?: string };

const SCHEME_CHARS = 'https://'.length;
const ADDRESS_MAX_CHARS = 2_048;
/** Characters that end a sentence, or emphasise it, rather than belong to a URL, as in the links of GitHub Markdown. */
const TRAILING = new Set([...'.,:;!?\'")]}>*_~']);
const CLOSED_BY: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

/** Scripts without spaces between words, or with particles attached to words, in which text directly follows a URL. */
const UNSPACED =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}]/u;
const LATIN = /(?![\uff00-\uffef])[\p{Script=Latin}\p{M}]/u;
/**
 * The path, query and fragment of a URL: ASCII (RFC 3986, without characters that other texts put around a URL), Latin letters, and
 * words of other scripts with spaces at the start of a part, where a browser has decoded it: /wiki/Москва.
 */
const PATH = new RegExp(
  // A comma before a scheme separates two URLs.
  String.raw`^(?:(?![,;]https?://)[\w\-.~:/?#[\]@!$&'()*+,;=%{}]|${LATIN.source}|(?<=[/?#=&_+%@\-])(?:(?!${UNSPACED.source})[\p{L}\p{M}\p{N}])+)*`,
  'u',
);
/** Characters of a host name that a browser reads further than this parser: a link without them would lead to another host. */
const MORE_OF_HOST =
  /^(?:[%$&+=]|[_~](?![^\s\p{L}\p{N}]*(?:\s|$))|:(?!\d|$)(?=\S*[/@])|:\d+(?:\d{5}|[a-z])|(?:(?![/?#])[\x21-\x7e])*@)/iu;

const isAscii = (text: string) => /^[\x21-\x7e]*$/.test(text);
/**
 * Returns whether a label of a host name neither begins nor ends with a hyphen and mixes ASCII letters with no other script than Latin:
 * registries refuse other labels.
 */
const isOneScript = (label: string) =>
  !/^-|-$/.test(label) && (/^[\p{Script=Latin}\p{M}\d-]+$/u.test(label) || !/[a-z]/i.test(label));
/**
 * Returns whether the last label, in another script than ASCII, is text behind the host rather than its top-level domain: its script has no
 * spaces between words, or another label is ASCII.
 */
const isText = (last: string, labels: readonly string[]) =>
  !isAscii(last) && (UNSPACED.test(last) || labels.some((label) => isAscii(label)));
const isPlausibleHost = (labels: readonly string[]) =>
  labels.length > 1 && labels.every(isOneScript) && !isText(labels.at(-1) ?? '', labels);

/**
 * Length of the host name at the start of a text, 0 if there is none. Text of another script that follows it without a space does not
 * belong to it; where that is not clear, there is no host, because a link must never lead to another one.
 */
function hostLength(text: string): number {
  const run = (/^[\p{L}\p{M}\p{N}.-]+/u.exec(text)?.[0] ?? '').replace(/[.-]+$/, '');
  const labels = run.split('.');
  if (isPlausibleHost(labels)) return run.length;
  const last = labels.at(-1) ?? '';
  const ascii = /^(?:-*[a-z\d]+)*/i.exec(last)?.[0] ?? '';
  // Text directly behind the host, as in example.comを見て, or behind its full stop, as in example.com.見て.
  const host = [...labels.slice(0, -1), ...(ascii === '' ? [] : [ascii])];
  const next = last.charAt(ascii.length);
  return next !== '' && !LATIN.test(next) && isPlausibleHost(host) && isAscii(host.join(''))
    ? host.join('.').length
    : 0;
}

/** Length of the path, query and fragment at the start of a text, without the punctuation behind them. */
function pathLength(text: string): number {
  const path = PATH.exec(text)?.[0] ?? '';
  let end = path.length;
  const counted = new Map<string, number>();
  for (const [bracket] of path.matchAll(/[()[\]{}]/g)) counted.set(bracket, (counted.get(bracket) ?? 0) + 1);
  while (end > 0) {
    const last = text.charAt(end - 1);
    const opener = CLOSED_BY[last];
    // A closing bracket belongs to the URL if its opening bracket does.
    if (!TRAILING.has(last) || (opener && (counted.get(last) ?? 0) <= (counted.get(opener) ?? 0))) return end;
    counted.set(last, (counted.get(last) ?? 0) - 1);
    end -= 1;
  }
  return end;
}

/** Returns the end index of the URL whose `https://` is at `start`; undefined if no host follows, or it is not clear where it ends. */
function endOf(text: string, start: number): number | undefined {
  const hostStart = start + SCHEME_CHARS;
  const rest = text.slice(hostStart, hostStart + ADDRESS_MAX_CHARS + 1);
  const host = hostLength(rest);
  if (host === 0 || MORE_OF_HOST.test(rest.slice(host))) return undefined;
  const port = /^:\d{1,5}/.exec(rest.slice(host))?.[0].length ?? 0;
  const behind = rest.slice(host + port);
  return hostStart + host + port + (/^[/?#]/.test(behind) ? pathLength(behind) : 0);
}

/**
 * Parses a URL; undefined if it is longer than 2,048 characters, is not https, has credentials, or has a host that is not a plain ASCII
 * domain name.
 */
export function addressOf(text: string): URL | undefined {
  if (text.length > ADDRESS_MAX_CHARS) return undefined;
  const url = URL.parse(text);
  const isOpen = url?.protocol === 'https:' && url.username === '' && url.password === '';
  return isOpen && /^(?:[a-z\d-]+\.)+[a-z\d-]{2,}$/.test(url.hostname) ? url : undefined;
}

/**
 * Splits a text into plain segments and links. Only URLs with an explicit `https://` are links; bare domains are not. A URL needs no space
 * around it, in any script (decisions: links without spaces).
 */
export function scanLinks(text: string): readonly TextSegment[] {
  const parts: TextSegment[] = [];
  // A scheme that continues a Latin word is part of that word; an underscore before it may be markup.
  const scheme = /(?<![\p{Script=Latin}\d]_*)https:\/\//giu;
  let written = 0;
  for (let found = scheme.exec(text); found; found = scheme.exec(text)) {
    const end = endOf(text, found.index);
    const url = end === undefined ? undefined : addressOf(text.slice(found.index, end));
    if (!url || end === undefined) continue;
    scheme.lastIndex = end;
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
