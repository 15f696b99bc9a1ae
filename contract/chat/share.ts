import { cutText, plainText } from '../xml/characters.ts';
import { MESSAGE_MAX_CHARS } from './rules.ts';

/** Where the browser posts what another app shares with this one, once it is installed (wire 4.2). */
export const SHARE_PATH = '/share';
/** The fields of that form. They stand in the manifest too. */
export const SHARE_FIELDS = { title: 'title', text: 'text', url: 'url', picture: 'picture' } as const;

/** What another app shared: words, a picture or both. */
export type Shared<Picture> = { readonly text: string; readonly picture?: Picture };

const REFUSED = 'refused';
const SHARE_ID = /^[\w-]{21}$/;

/** What an address of the list of conversations says of a share: which one it is, that nothing could be taken, or nothing. */
export const shareIn = (value: string | null): { readonly id: string } | typeof REFUSED | undefined =>
  value === REFUSED ? REFUSED : value !== null && SHARE_ID.test(value) ? { id: value } : undefined;

/** The address that asks for whom a share is; without an id it says that nothing could be taken. */
export const pathOfShare = (id?: string): string => `/message?share=${id ?? REFUSED}`;

/** The words of a share, as they go into a draft: each part on a line of its own, none that another one holds already. */
export function wordsOfShare(parts: readonly string[]): string {
  const clean = parts.map((part) => cutText(plainText(part).trim(), MESSAGE_MAX_CHARS)).filter((part) => part !== '');
  const own = clean.filter(
    (part, at) => !clean.some((other, place) => other.includes(part) && (other !== part || place < at)),
  );
  return cutText(own.join('\n'), MESSAGE_MAX_CHARS);
}
