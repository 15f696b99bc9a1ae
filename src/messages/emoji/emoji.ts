import LIST from './list.json';
import { untoned } from './tone.ts';

/** Names of the groups of the emoji picker, in display order. */
export const GROUPS = [
  'smileys',
  'people',
  'nature',
  'food',
  'travel',
  'activities',
  'objects',
  'symbols',
  'flags',
] as const;
/** Name of a group of the emoji picker. */
export type GroupName = (typeof GROUPS)[number];

/** An emoji of the picker. */
export type Emoji = {
  readonly glyph: string;
  /** Whether the emoji has skin tone variants. */
  readonly toned: boolean;
  readonly group: GroupName;
};

const isGroup = (name: unknown): name is GroupName => (GROUPS as readonly unknown[]).includes(name);

/** All emoji in the order of Unicode; the word list of each language has the same order. */
export const EMOJI: readonly Emoji[] = LIST.flatMap(([group, glyphs]) =>
  isGroup(group)
    ? (glyphs ?? '').split(' ').map((token) => ({ glyph: token.replace(/\+$/, ''), toned: token.endsWith('+'), group }))
    : [],
);

/** Identity of an emoji without its skin tone and its variation selector (U+FE0F). */
const keyOf = (glyph: string) => untoned(glyph).replaceAll('\u{fe0f}', '');
const PLACES: ReadonlyMap<string, number> = new Map(EMOJI.map(({ glyph }, place) => [keyOf(glyph), place]));

/** Returns the index in `EMOJI` of an emoji in any skin tone, for stored recent picks; undefined for one that this build does not list. */
export const indexOfEmoji = (picked: string): number | undefined => PLACES.get(keyOf(picked));
