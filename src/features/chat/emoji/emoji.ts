import LIST from './list.json';
import { untoned } from './tone.ts';

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
export type GroupName = (typeof GROUPS)[number];

export type Emoji = {
  readonly glyph: string;
  /** It can have a colour of skin. */
  readonly toned: boolean;
  readonly group: GroupName;
};

const isGroup = (name: unknown): name is GroupName => (GROUPS as readonly unknown[]).includes(name);

/** All emoji in the order of Unicode; a language's words stand in the same order. */
export const EMOJI: readonly Emoji[] = LIST.flatMap(([group, glyphs]) =>
  isGroup(group)
    ? (glyphs ?? '').split(' ').map((one) => ({ glyph: one.replace(/\+$/, ''), toned: one.endsWith('+'), group }))
    : [],
);

/** Colour of skin, and the sign that a coloured picture is meant, are no part of which one it is. */
const keyOf = (glyph: string) => untoned(glyph).replaceAll('\u{fe0f}', '');
const PLACES: ReadonlyMap<string, number> = new Map(EMOJI.map(({ glyph }, place) => [keyOf(glyph), place]));

/** Place in the list of what was picked, in whatever colour; undefined for what is no emoji of ours. */
export const placeOf = (picked: string): number | undefined => PLACES.get(keyOf(picked));
