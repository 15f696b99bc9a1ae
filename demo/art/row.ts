import { blend, type Colour } from './colour.ts';
import { HAIRS, IRISES, LIPS, METALS, MOODS, SKINS } from './palettes.ts';
import { random } from './random.ts';
import type { Face, HairStyle, Outfit, Scenery, Traits } from './traits.ts';

/** Short description of the appearance of one demo host, a row of people-1.ts to people-3.ts; unspecified traits derive from her number. */
export type PersonRow = {
  readonly skin: keyof typeof SKINS;
  /** Style, colour and position of the parting (pixels from the middle). */
  readonly hair: readonly [HairStyle, keyof typeof HAIRS, number];
  readonly eyes: keyof typeof IRISES;
  readonly lips: keyof typeof LIPS;
  readonly wears: readonly [Outfit, Colour, Colour];
  readonly jewels: readonly [Traits['jewels']['ears'], Traits['jewels']['neck'], keyof typeof METALS];
  readonly place: readonly [Scenery, keyof typeof MOODS];
  /** Yaw and pitch (1/65 radian), roll (1/60 radian) of the head, and turn of the body (1/100 of `Turn.body`). */
  readonly turn: readonly [number, number, number, number];
  /** Smile and teeth, in tenths. */
  readonly smile: readonly [number, number];
  /** The key light comes from the left (-1) or the right (1). */
  readonly lit: 1 | -1;
  readonly face?: Partial<Face>;
  readonly extras?: Traits['extras'];
};

/** Expands a row to all traits of a picture: looks up its named colours, and varies the face by `seed`, the number of the host. */
export function traitsOf(seed: number, row: PersonRow): Traits {
  const rng = random(seed * 977);
  const near = (spread: number) => 1 + rng.range(-spread, spread);
  const skin = SKINS[row.skin];
  const tone = HAIRS[row.hair[1]];
  const mood = MOODS[row.place[1]];
  const face: Face = {
    width: near(0.05),
    jaw: 0.97 * near(0.09),
    chin: near(0.12),
    eye: 1.1 * near(0.05),
    slant: 5 + rng.range(-5, 7),
    lid: 0.9 * near(0.08),
    apart: near(0.035),
    brow: near(0.28),
    arch: near(0.7),
    nose: near(0.16),
    lips: near(0.2),
    mouth: near(0.08),
    ...row.face,
  };
  const [yaw, pitch, roll, body] = row.turn;
  return {
    seed,
    skin,
    iris: IRISES[row.eyes],
    // The same lipstick looks darker on dark skin.
    lip: blend(LIPS[row.lips], skin.shade, 0.08),
    shadow: blend(skin.shade, skin.blush, 0.3),
    brows: blend(blend(tone.dark, tone.base, 0.35), skin.deep, 0.35),
    face,
    look: { smile: row.smile[0] / 10, teeth: row.smile[1] / 10, gaze: 0 },
    turn: { yaw: yaw / 65, pitch: pitch / 65, roll: roll / 60, body: body / 100 },
    hair: { style: row.hair[0], tone, part: row.hair[2] },
    outfit: { style: row.wears[0], main: row.wears[1], second: row.wears[2] },
    jewels: { ears: row.jewels[0], neck: row.jewels[1], metal: METALS[row.jewels[2]] },
    extras: row.extras ?? {},
    scenery: { kind: row.place[0], tones: mood.tones, lights: mood.lights },
    light: { side: row.lit, key: mood.key, rim: mood.rim },
  };
}
