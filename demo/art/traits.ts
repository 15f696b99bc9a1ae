import type { Colour } from './colour.ts';
import type { Turn } from './pose.ts';

/** Colours of a skin: base tone, shadows, highlight and blush. */
export type Skin = {
  readonly base: Colour;
  readonly shade: Colour;
  readonly deep: Colour;
  readonly light: Colour;
  readonly blush: Colour;
};
/** Colours of hair; `tip` is the colour of its ends, if different. */
export type HairTone = {
  readonly base: Colour;
  readonly dark: Colour;
  readonly light: Colour;
  readonly gloss: Colour;
  readonly tip?: Colour;
};

/** Proportions of a face: factors around 1 unless noted otherwise. */
export type Face = {
  readonly width: number;
  readonly jaw: number;
  readonly chin: number;
  readonly eye: number;
  /** Height in pixels of the outer corner above the inner one. */
  readonly slant: number;
  readonly lid: number;
  readonly apart: number;
  readonly brow: number;
  readonly arch: number;
  readonly nose: number;
  readonly lips: number;
  readonly mouth: number;
};

/** Expression: smile and visible teeth (0..1), and direction of the eyes (0 is straight ahead). */
export type FaceExpression = { readonly smile: number; readonly teeth: number; readonly gaze: number };

/** Name of a hairstyle; hair/styles.ts draws each. */
export type HairStyle =
  | 'waves'
  | 'straight'
  | 'bob'
  | 'lob'
  | 'bun'
  | 'topknot'
  | 'braid'
  | 'curls'
  | 'coils'
  | 'afro'
  | 'ponytail'
  | 'pixie'
  | 'fringe'
  | 'halfup'
  | 'hijab'
  | 'scarf';

/** Name of an outfit; clothes/clothes.ts draws each. */
export type Outfit =
  | 'tee'
  | 'vneck'
  | 'offshoulder'
  | 'slip'
  | 'turtleneck'
  | 'blazer'
  | 'knit'
  | 'shirt'
  | 'sari'
  | 'halter'
  | 'wrap'
  | 'denim'
  | 'boat'
  | 'drape';

/** Name of a background; scenery/backdrop.ts draws each. */
export type Scenery = 'city' | 'room' | 'garden' | 'fairy' | 'sunset' | 'cafe' | 'studio' | 'window' | 'sea' | 'stage';

/** Everything that defines the picture of one person: the input of `portrait`. */
export type Traits = {
  readonly seed: number;
  readonly skin: Skin;
  readonly iris: Colour;
  readonly lip: Colour;
  readonly shadow: Colour;
  readonly brows: Colour;
  readonly face: Face;
  readonly look: FaceExpression;
  readonly turn: Turn;
  readonly hair: { readonly style: HairStyle; readonly tone: HairTone; readonly part: number };
  readonly outfit: { readonly style: Outfit; readonly main: Colour; readonly second: Colour };
  readonly jewels: {
    readonly ears: 'none' | 'hoop' | 'stud' | 'drop' | 'pearl' | 'jhumka';
    readonly neck: 'none' | 'chain' | 'pendant' | 'pearls' | 'choker' | 'layers';
    readonly metal: Colour;
  };
  readonly extras: {
    readonly freckles?: boolean;
    readonly glasses?: 'round' | 'square' | 'cat';
    readonly bindi?: Colour;
    readonly mole?: number;
  };
  readonly scenery: {
    readonly kind: Scenery;
    readonly tones: readonly [Colour, Colour, Colour];
    readonly lights: readonly [Colour, ...Colour[]];
  };
  /** The key light comes from this side; the rim light from the other. */
  readonly light: { readonly side: 1 | -1; readonly key: Colour; readonly rim: Colour };
};
