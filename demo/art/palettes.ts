import type { Colour } from './colour.ts';
import type { HairTone, Skin } from './traits.ts';

const skin = (base: Colour, shade: Colour, deep: Colour, light: Colour, blush: Colour): Skin => ({
  base,
  shade,
  deep,
  light,
  blush,
});

/** Named skins, which the rows of people-1.ts to people-3.ts refer to. */
export const SKINS = {
  porcelain: skin('#f2cdb8', '#cf9080', '#7d4244', '#ffeadb', '#ee8f86'),
  fair: skin('#edc1a4', '#c28268', '#743d37', '#fde2cb', '#e98674'),
  peach: skin('#e8b594', '#ba7558', '#6b3530', '#fbdac0', '#e27f6b'),
  olive: skin('#e0ab86', '#b56f52', '#66332a', '#f8d3b0', '#da765e'),
  honey: skin('#d69b70', '#a55f42', '#5a2c20', '#f3c69c', '#d2684c'),
  tan: skin('#c6865b', '#914f34', '#4c241a', '#e8b385', '#c05a40'),
  amber: skin('#b07048', '#7a4029', '#3f1d15', '#d99c6c', '#ad4e37'),
  brown: skin('#8d5637', '#58311f', '#2e1712', '#b87f58', '#8d4030'),
  deep: skin('#6f4430', '#432519', '#22110d', '#9a6a4c', '#7d3a30'),
  ebony: skin('#593526', '#351d16', '#1b0d0b', '#845840', '#6d3029'),
} as const;

const tone = (dark: Colour, base: Colour, light: Colour, gloss: Colour, tip?: Colour): HairTone =>
  tip ? { dark, base, light, gloss, tip } : { dark, base, light, gloss };

/** Named hair colours, which the rows of people-1.ts to people-3.ts refer to. */
export const HAIRS = {
  black: tone('#0d0a12', '#231a22', '#4a3a44', '#8d7c8c'),
  blueblack: tone('#0a0a14', '#1a1b2a', '#363c58', '#808ab0'),
  espresso: tone('#1a0f0e', '#38221c', '#6b4434', '#b58868'),
  brown: tone('#28140f', '#5a3422', '#935d3c', '#d8a577'),
  chestnut: tone('#2f120d', '#6e3320', '#ab5c37', '#eaa777'),
  auburn: tone('#3a100c', '#862f1c', '#c15a31', '#f5ab78'),
  copper: tone('#5a1e0c', '#b8521f', '#e58840', '#ffcd92'),
  caramel: tone('#38200f', '#825431', '#c08d58', '#f2d09c'),
  honey: tone('#5b3a1a', '#b58343', '#e0b873', '#fff0c0'),
  blonde: tone('#7a5628', '#cfa35c', '#efd08f', '#fff6d8'),
  platinum: tone('#8f7a62', '#dcc7a4', '#f5e8cd', '#fffdf2'),
  burgundy: tone('#230812', '#581528', '#8f2f47', '#db7d8e'),
  rose: tone('#6b2f42', '#c9788b', '#eeacb6', '#ffe4e2'),
  balayage: tone('#24130e', '#4e2f20', '#86583a', '#d6a878', '#d9a766'),
  cherry: tone('#1d0a0d', '#3a181a', '#743235', '#c98077', '#a83a3c'),
  ash: tone('#3a332e', '#7b6e62', '#ab9c8b', '#e4d8c7'),
} as const;

/** Named eye colours, which the rows of people-1.ts to people-3.ts refer to. */
export const IRISES = {
  dark: '#4a2b1c',
  brown: '#6e432a',
  amber: '#9a6226',
  hazel: '#86703a',
  green: '#5b8a58',
  sea: '#3f8f8c',
  blue: '#4f86bd',
  grey: '#7890a0',
} as const satisfies Record<string, Colour>;

/** Named lip colours, which the rows of people-1.ts to people-3.ts refer to. */
export const LIPS = {
  nude: '#cf7868',
  rose: '#c6566a',
  berry: '#9c2f4f',
  red: '#c52a35',
  coral: '#dd6a56',
  plum: '#7f2f4a',
  pink: '#d96a86',
  brick: '#a8483a',
} as const satisfies Record<string, Colour>;

type Mood = {
  readonly tones: readonly [Colour, Colour, Colour];
  readonly lights: readonly [Colour, ...Colour[]];
  readonly key: Colour;
  readonly rim: Colour;
};

/** Named colour moods of a picture: the backdrop from top to bottom, its lights, and the key and rim light on the person. */
export const MOODS = {
  midnight: {
    tones: ['#141b45', '#3a2b66', '#150f30'],
    lights: ['#ffb765', '#ff7a9a', '#7fb2ff', '#ffd9a0'],
    key: '#ffdcb8',
    rim: '#7f9dff',
  },
  neon: {
    tones: ['#1c0f3a', '#4a1760', '#120a2a'],
    lights: ['#ff4fa0', '#6a7bff', '#37d6ff'],
    key: '#ffb8d8',
    rim: '#3fc8ff',
  },
  amber: {
    tones: ['#3a1d18', '#7a4024', '#26110f'],
    lights: ['#ffb14e', '#ffd690', '#ff8452'],
    key: '#ffe0ae',
    rim: '#ff9d5c',
  },
  teal: {
    tones: ['#0c2e3a', '#1d5b62', '#0a2028'],
    lights: ['#ffc47a', '#6fe0d0', '#ffe6b8'],
    key: '#ffe2c0',
    rim: '#5fe3d6',
  },
  rose: {
    tones: ['#4a1f3a', '#8e4058', '#2c1226'],
    lights: ['#ffb0a8', '#ffd6b0', '#ff7fa5'],
    key: '#ffe0d0',
    rim: '#ff86b4',
  },
  dusk: {
    tones: ['#3c3270', '#c4617a', '#4a2348'],
    lights: ['#ffc07a', '#ff9a7a', '#ffe0b0'],
    key: '#ffd2a8',
    rim: '#ff8fa8',
  },
  golden: {
    tones: ['#e89a5a', '#f0b878', '#8a4a3c'],
    lights: ['#fff0b8', '#ffd27a', '#ffb070'],
    key: '#fff0c8',
    rim: '#ffd08a',
  },
  forest: {
    tones: ['#28503a', '#4a7a4a', '#142c24'],
    lights: ['#e8f0a0', '#b8e08a', '#fff2c0'],
    key: '#fff4d0',
    rim: '#c8f09a',
  },
  spring: {
    tones: ['#a8d0a0', '#d8e8b8', '#5a8a6a'],
    lights: ['#fffbe0', '#f8d0d8', '#e8f8b0'],
    key: '#fffaea',
    rim: '#e8ffd0',
  },
  sky: {
    tones: ['#8ec8ee', '#c8e6f4', '#4a8ab0'],
    lights: ['#ffffff', '#fff0d0', '#bfe8ff'],
    key: '#fffaf0',
    rim: '#c8ecff',
  },
  cream: {
    tones: ['#e6d2bc', '#d8b898', '#8a6450'],
    lights: ['#fff4e0', '#ffd8b0', '#f0b890'],
    key: '#fff6e6',
    rim: '#ffd0b0',
  },
  lilac: {
    tones: ['#8a78c0', '#b89ad8', '#4a3878'],
    lights: ['#ffe0f0', '#d8c8ff', '#ffc8b0'],
    key: '#fff0f0',
    rim: '#d8b8ff',
  },
  wine: {
    tones: ['#2e0f20', '#5e1c34', '#1a0914'],
    lights: ['#ff9a6a', '#ffcf9a', '#e85a78'],
    key: '#ffdcc0',
    rim: '#ff6f8e',
  },
  emerald: {
    tones: ['#0e3028', '#1f5e48', '#081c1a'],
    lights: ['#ffd58a', '#8af0c0', '#fff0c8'],
    key: '#ffe8c8',
    rim: '#7af0b8',
  },
  blush: {
    tones: ['#f0b8b0', '#e89a9a', '#8a4a5a'],
    lights: ['#fff0e8', '#ffd0c0', '#ffb0b8'],
    key: '#fff4ec',
    rim: '#ffc8c8',
  },
  slate: {
    tones: ['#3a4658', '#5c6c80', '#1e2634'],
    lights: ['#ffd9a8', '#c0d8f0', '#ffb890'],
    key: '#ffeedd',
    rim: '#a8d0ff',
  },
} as const satisfies Record<string, Mood>;

/** Named metals of jewels and glasses. */
export const METALS = { gold: '#e2b45c', silver: '#c3c8d4', rosegold: '#dc9a80' } as const satisfies Record<
  string,
  Colour
>;
