import { cutText, plainText } from '../xml/characters.ts';
import { MESSAGE_MAX_CHARS } from './rules.ts';

/** The path of the manifest's `share_target`, to which an installed app's browser posts shares (wire 4.2). */
export const SHARE_PATH = '/share';
/** Field names of the share form. The manifest repeats them. */
export const SHARE_FIELDS = { title: 'title', text: 'text', url: 'url', picture: 'picture' } as const;

/** Content shared from another app: text, a picture or both. */
export type Shared<Picture> = { readonly text: string; readonly picture?: Picture };

const REFUSED = 'refused';
const SHARE_ID = /^[\w-]{21}$/;

/** Parses the `share` parameter of the conversation list: an id, `refused` if nothing was usable, or undefined. */
export const shareIn = (value: string | null): { readonly id: string } | typeof REFUSED | undefined =>
  value === REFUSED ? REFUSED : value !== null && SHARE_ID.test(value) ? { id: value } : undefined;

/** Path of the conversation chooser for a share; without an id it shows that nothing was usable. */
export const pathOfShare = (id?: string): string => `/message?share=${id ?? REFUSED}`;

/** Joins the texts of a share for a draft: one line per part, without parts that another part contains. */
export function wordsOfShare(parts: readonly string[]): string {
  const clean = parts.map((part) => cutText(plainText(part).trim(), MESSAGE_MAX_CHARS)).filter((part) => part !== '');
  const own = clean.filter(
    (part, at) => !clean.some((other, place) => other.includes(part) && (other !== part || place < at)),
  );
  return cutText(own.join('\n'), MESSAGE_MAX_CHARS);
}
