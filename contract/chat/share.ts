import { MESSAGES } from '../paths.ts';
import { typedContent } from '../text/visible-text.ts';
import { plainText } from '../xml/characters.ts';

/**
 * Path of the manifest's `share_target`, to which the browser of an installed app posts content shared from other apps; the service worker
 * handles it (wire 4.2).
 */
export const SHARE_PATH = '/share';
/** Field names of the share form, in the manifest and in the service worker. */
export const SHARE_FIELDS = { title: 'title', text: 'text', url: 'url', picture: 'picture' } as const;

/** Content shared from another app: text, a picture or both. */
export type Shared<Picture> = { readonly text: string; readonly picture?: Picture };

const REFUSED = 'refused';
const SHARE_ID = /^[\w-]{21}$/;

/** Parses the `share` parameter of the conversation list: the id of a stored share, `refused` if nothing was usable, or undefined. */
export const shareIn = (value: string | null): { readonly id: string } | typeof REFUSED | undefined =>
  value === REFUSED ? REFUSED : value !== null && SHARE_ID.test(value) ? { id: value } : undefined;

/** Returns the path of the conversation list that offers to choose one for a share; without an id it shows that nothing was usable. */
export const pathOfShare = (id?: string): string => `${MESSAGES}?share=${id ?? REFUSED}`;

/** Joins title, text and address of a share into one text for a draft: one line per part, without parts that another part contains. */
export function wordsOfShare(parts: readonly string[]): string {
  const clean = parts.map((part) => typedContent(plainText(part))).filter((part) => part !== '');
  const own = clean.filter(
    (part, at) => !clean.some((other, place) => other.includes(part) && (other !== part || place < at)),
  );
  return own.join('\n');
}
