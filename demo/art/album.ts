import type { Colour } from './colour.ts';
import type { MOODS } from './palettes.ts';
import type { Frame } from './portrait.ts';
import { type PersonRow, traitsOf } from './row.ts';
import type { HairStyle, Outfit, Scenery, Traits } from './traits.ts';

/** Frames of the two album pictures of each host: a close one, and a wider one in which she is off-centre. */
export const ALBUM: readonly Frame[] = [
  { width: 720, zoom: 1.4, x: 0, y: 46 },
  { width: 720, zoom: 1.02, x: 70, y: 10 },
];
/** Frame of the picture that a host sends only in messages: it costs gems in the demo, so no profile may show it. */
export const OF_MESSAGES: Frame = { width: 720, zoom: 1.2, x: -30, y: 28 };

/** Hairstyles of the further pictures of a person, by the hairstyle of the portrait: of the even turns and of the odd ones. */
const RESTYLED: Readonly<Record<HairStyle, readonly [HairStyle, HairStyle]>> = {
  waves: ['ponytail', 'waves'],
  straight: ['bun', 'straight'],
  bob: ['bob', 'lob'],
  lob: ['lob', 'bun'],
  bun: ['waves', 'topknot'],
  topknot: ['lob', 'bun'],
  braid: ['waves', 'bun'],
  curls: ['curls', 'topknot'],
  coils: ['afro', 'coils'],
  afro: ['coils', 'afro'],
  ponytail: ['waves', 'braid'],
  pixie: ['pixie', 'pixie'],
  fringe: ['fringe', 'ponytail'],
  halfup: ['waves', 'bun'],
  hijab: ['hijab', 'hijab'],
  scarf: ['hijab', 'scarf'],
};

const CLOTHES: readonly (readonly [Outfit, Colour, Colour])[] = [
  ['knit', '#8a4a5c', '#6b3346'],
  ['slip', '#23304f', '#16203a'],
  ['shirt', '#cfdbe6', '#8aa0b8'],
  ['vneck', '#b5573f', '#8a3c2b'],
  ['boat', '#f0e8dc', '#a0607a'],
  ['denim', '#3f5f86', '#f3efe8'],
  ['wrap', '#6a3f78', '#4a2a58'],
  ['turtleneck', '#e6ddd0', '#7a8a6a'],
  ['offshoulder', '#2e6b62', '#1f4a46'],
  ['tee', '#e7b7a8', '#c98a7c'],
  ['blazer', '#7a3346', '#f0e6da'],
  ['drape', '#c9a45a', '#9a7638'],
];
const LOW: ReadonlySet<Outfit> = new Set(['slip', 'offshoulder', 'wrap', 'drape', 'blazer']);
/** Clothes worn with a headscarf: shoulders are covered, and the second colour is that of the scarf. */
const MODEST: readonly (readonly [Outfit, Colour, Colour])[] = [
  ['blazer', '#3a3f52', '#d9b8a4'],
  ['knit', '#b9a58c', '#5f6f9a'],
  ['shirt', '#dfe6ea', '#8f4a62'],
  ['boat', '#2f4a4a', '#e4d2b4'],
];
const PLACES: readonly (readonly [Scenery, keyof typeof MOODS])[] = [
  ['window', 'cream'],
  ['city', 'dusk'],
  ['garden', 'spring'],
  ['fairy', 'wine'],
  ['sea', 'sky'],
  ['studio', 'lilac'],
  ['cafe', 'rose'],
  ['sunset', 'amber'],
  ['room', 'teal'],
  ['studio', 'emerald'],
  ['city', 'midnight'],
];

/**
 * Traits for the `turn`-th picture other than the portrait: the same face with other clothes and another place, mostly with other hair. In
 * picture 0 the head is turned and lit from the other side. `album` in person.ts calls it.
 */
export function albumTraits(seed: number, row: PersonRow, turn: number): Traits {
  const veiled = row.hair[0] === 'hijab' || row.hair[0] === 'scarf';
  // Only a collar that reaches the neck shows in the close picture.
  const high = CLOTHES.filter(([style]) => !LOW.has(style));
  const wardrobe = veiled ? MODEST : turn === 0 ? high : CLOTHES;
  const wears = wardrobe[(seed * 5 + turn * 7) % wardrobe.length] ?? row.wears;
  const place = PLACES[(seed * 3 + turn * 5) % PLACES.length] ?? row.place;
  const [yaw, pitch, roll, body] = row.turn;
  const back = turn === 0 ? -1 : 0.7;
  const smiling = row.smile[1] > 0;
  const { glasses, ...extras } = row.extras ?? {};
  return traitsOf(seed, {
    ...row,
    hair: [RESTYLED[row.hair[0]][turn % 2 === 0 ? 0 : 1], row.hair[1], row.hair[2]],
    wears,
    place,
    turn: [yaw * back, pitch + 1, roll * back * 0.8, body * back],
    // Her teeth show either in picture 0 or in the later ones: in picture 0 if they do not in the portrait.
    smile: smiling === (turn === 0) ? [6, 0] : [8, 7],
    lit: turn === 0 ? (row.lit === 1 ? -1 : 1) : row.lit,
    extras: glasses && turn === 0 ? { ...extras, glasses } : extras,
  });
}
