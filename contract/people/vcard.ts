import xml, { type Element } from '@xmpp/xml';
import { array, maxLength, object, optional, parseJson, picklist, pipe, safeParse, string } from 'valibot';
import { MEDIA_URL_MAX_CHARS } from '../media/rules.ts';
import { shownText, typedText } from '../text/typed-text.ts';
import { plainText, writePlainJson } from '../xml/characters.ts';
import { ALBUM_MAX, GENDERS, type ProfileChange, VIDEOS_MAX } from './people.ts';
import { ABOUT_MAX_CHARS, ADDRESS_MAX_CHARS, EMAIL_MAX_CHARS, NICK_MAX_GRAPHEMES } from './rules.ts';

/**
 * XML namespace of the user card (XEP-0054, product 3.5). FN and NICKNAME are the same name; fields that vCards lack are in X- elements,
 * albums and videos as JSON. An absent field is unchanged in a set and hidden from the reader in a result; an empty one means "not given".
 */
export const VCARD_NS = 'vcard-temp';

/** The path of each text of the card. `fn` is read if there is no NICKNAME. */
const PATHS = {
  fn: ['FN'],
  nickName: ['NICKNAME'],
  avatarUrl: ['PHOTO', 'EXTVAL'],
  bDay: ['BDAY'],
  tel: ['TEL', 'NUMBER'],
  email: ['EMAIL', 'USERID'],
  address: ['ADR', 'STREET'],
  country: ['ADR', 'CTRY'],
  about: ['DESC'],
  lang: ['X-LANG'],
  gender: ['X-GENDER'],
  albums: ['X-ALBUMS'],
  videos: ['X-VIDEOS'],
} as const;
type Name = keyof typeof PATHS;

type Text = typeof typedText | typeof shownText;
const url = pipe(string(), maxLength(MEDIA_URL_MAX_CHARS));
/** Schema of the card that checks lengths only, with room for characters that the server strips; the server checks the contents. */
function cardOf(text: Text) {
  const words = (max: number) => optional(pipe(text, maxLength(max)));
  return object({
    nickName: words(NICK_MAX_GRAPHEMES * 8),
    avatarUrl: words(MEDIA_URL_MAX_CHARS),
    bDay: words(10),
    tel: words(64),
    email: words(EMAIL_MAX_CHARS * 2),
    address: words(ADDRESS_MAX_CHARS * 2),
    country: words(2),
    about: words(ABOUT_MAX_CHARS * 2),
    lang: words(2),
    gender: optional(picklist(GENDERS)),
    albums: optional(pipe(text, parseJson(), array(url), maxLength(ALBUM_MAX))),
    videos: optional(
      pipe(
        text,
        parseJson(),
        array(object({ thumbnail: url, videoUrl: url, checksum: pipe(string(), maxLength(128)) })),
        maxLength(VIDEOS_MAX),
      ),
    ),
  });
}
const typedCard = cardOf(typedText);
const shownCard = cardOf(shownText);

/** Reads a card that a user wrote; undefined also if a field contains characters that are not plain text. */
export const readTypedVCard = (element: Element | undefined) => readCard(element, typedCard);

/** Reads a card for display; undefined if it is not a vCard or a field exceeds the bounds. Unknown elements are ignored. */
export const readVCard = (element: Element | undefined) => readCard(element, shownCard);

function readCard(element: Element | undefined, card: ReturnType<typeof cardOf>): ProfileChange | undefined {
  if (!element?.is('vCard', VCARD_NS)) return undefined;
  const texts = new Map<string, string>();
  for (const [name, path] of Object.entries(PATHS)) {
    const found = textAt(element, path);
    if (found !== undefined) texts.set(name, found);
  }
  const fullName = texts.get('fn');
  if (fullName !== undefined && !texts.has('nickName')) texts.set('nickName', fullName);
  const parsed = safeParse(card, Object.fromEntries(texts));
  if (!parsed.success) return undefined;
  // Omits absent fields instead of setting them to undefined.
  return Object.fromEntries(Object.entries(parsed.output).filter(([, value]) => value !== undefined));
}

/** Writes the vCard of the given fields, for a result of the gate or a change by a client. */
export function writeVCard(change: ProfileChange): Element {
  const { nickName, albums, videos } = change;
  const texts: Partial<Record<Name, string | undefined>> = {
    ...change,
    fn: nickName,
    albums: albums && writePlainJson(albums),
    videos: videos && writePlainJson(videos),
  };
  const root = xml('vCard', { xmlns: VCARD_NS });
  for (const [name, [outer, inner]] of Object.entries(PATHS) as [Name, readonly [string, string?]][]) {
    const value = texts[name];
    if (value === undefined) continue;
    // Country and street share one address.
    const place = root.getChild(outer) ?? xml(outer);
    if (!place.parent) root.append(place);
    if (inner === undefined) place.append(plainText(value));
    else place.append(xml(inner, {}, plainText(value)));
  }
  return root;
}

function textAt(element: Element, path: readonly string[]): string | undefined {
  let place: Element | undefined = element;
  for (const name of path) place = place?.getChildElements().find((child) => child.name === name);
  return place?.text();
}
