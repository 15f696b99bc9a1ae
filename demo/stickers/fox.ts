import { cheeks, type Eye, eyes, type Mouth, mouth, type Tone } from './face.ts';
import { oval } from './forms.ts';
import {
  bone,
  defineArt,
  defineShape,
  flipped,
  gradient,
  ink,
  join,
  knob,
  limb,
  moved,
  type Part,
  type Point,
  patch,
  solid,
  stroke,
  use,
  useArt,
} from './picture.ts';

/* The fox: a large head with moving ears, a small body, dark socks, a tail as big as the body. */

/** Colour of the fox's outlines. */
export const LINE = '#4b1a12';
const FUR = '#ff8a2b';
/** Colour of the fox's paws and ear tips. */
export const SOCK = '#6b2a1c';
const CREAM = '#fff4e6';
const PAD = '#ff9db0';

/** Colours of the fox's face. */
export const TONE: Tone = { dark: '#331009', glow: '#a3481f' };
/** Redraws the outline over details that cover it. */
const rim = (id: string, width: number): Part => ({ cut: '', art: use(id, 'none', LINE, width).art });

/** SVG path data of a symmetric shape: the curves of its right half from the top middle to the bottom middle, and their mirror. */
function both(start: Point, curves: readonly (readonly number[])[]): string {
  const right = curves.map((curve) => `C${curve.join(' ')}`).join('');
  const ends: number[][] = [[...start], ...curves.map((curve) => curve.slice(4))];
  const left = curves
    .map(
      ([ax = 0, ay = 0, bx = 0, by = 0], i) =>
        `C${-bx} ${by} ${-ax} ${ay} ${-(ends[i]?.[0] ?? 0)} ${ends[i]?.[1] ?? 0}`,
    )
    .reverse();
  return `M${start.join(' ')}${right}${left.join('')}Z`;
}

const CHEEK = [
  [102, 20, 98, 25, 91, 28],
  [95, 35, 97, 40, 97, 46],
  [88, 48, 82, 51, 77, 53],
  [58, 68, 28, 74, 0, 74],
];
const SKULL = both([0, -68], [[38, -68, 72, -50, 82, -14], [86, 0, 96, 10, 112, 15], ...CHEEK]);
const MASK = both([0, 14], [[12, 6, 26, -14, 46, -12], [66, -10, 76, 14, 112, 15], ...CHEEK]);

const EAR = 'M-30 -14C-24 -54 -2 -80 24 -92C40 -66 42 -26 30 12Z';
const TAIL = 'M-8 4C30 30 98 10 108 -46C114 -78 100 -106 84 -124C80 -98 66 -84 46 -64C26 -44 8 -36 -8 -30Z';

/** Degrees by which each ear is turned outwards: 0 pricked, 60 hanging. */
export type Ears = readonly [left: number, right: number];
const ear = (turn: number) => moved(`translate(48 -42) rotate(${turn})`, useArt('ear', '<use href="#@lobe"/>'));
const earArt = (): Part =>
  join(
    use('lobe', 'url(#@h)', LINE),
    patch('M-4 -66C6 -78 14 -86 24 -90C32 -78 36 -66 37 -54C26 -60 10 -64 -4 -66Z', SOCK),
    patch('M-12 -14C-8 -38 4 -54 18 -62C26 -44 28 -22 22 2Z', '#ffc9b3'),
    patch('M-12 -14C-9 -30 -3 -42 4 -50C6 -36 10 -18 10 -4Z', CREAM, 0.8),
  );

/** SVG definitions that every fox sticker contains: gradients, and shapes that are used repeatedly. */
export const DEFS = [
  gradient('h', '#ffa53d', '#fb7420'),
  gradient('b', '#ff9434', '#ee6a1c'),
  defineShape('skull', SKULL),
  defineShape('lobe', EAR),
  defineShape('tail', TAIL),
  defineArt('ear', earArt()),
].join('');

interface HeadOptions {
  readonly eyes: Eye | readonly [Eye, Eye];
  readonly mouth: Mouth;
  readonly look?: Point;
  /** Offset of the face from the middle of the head, in px, as if the head turned. */
  readonly turn?: Point;
  readonly ears?: Ears;
  readonly blush?: number;
  readonly extra?: readonly Part[];
}

/** Draws the fox's head with ears and face; `turn` moves the face. */
export function head({
  eyes: pair,
  mouth: lips,
  look = [0, 0],
  turn: [tx, ty] = [0, 0],
  ears = [0, 0],
  blush = 0.5,
  extra = [],
}: HeadOptions): Part {
  const [left, right] = typeof pair === 'string' ? [pair, pair] : pair;
  return join(
    flipped(ear(ears[0])),
    ear(ears[1]),
    use('skull', 'url(#@h)', LINE, 7),
    patch('M-16 -66C-10 -50 -8 -40 0 -28C8 -40 10 -50 16 -66Q0 -70 -16 -66Z', '#ffc067', 0.75),
    patch(MASK, CREAM),
    patch(
      both([0, 66], [[30, 66, 56, 60, 75, 48], [80, 48, 86, 46, 94, 43], [97, 44, 97, 44, 97, 46], ...CHEEK.slice(2)]),
      '#e9c6ae',
      0.6,
    ),
    rim('skull', 7),
    ink('M-60 -33Q-50 -45 -36 -50', '#fff', 6, 0.6),
    moved(
      `translate(${tx} ${ty})`,
      cheeks(66, 28, 13, 9, '#ff5a6e', blush),
      eyes(left, right, TONE, 41, 4, look),
      moved('translate(0 41) scale(1.12)', mouth(lips, TONE)),
      patch('M-13 24C-13 17 13 17 13 24C13 32 5 36 0 36C-5 36 -13 32 -13 24Z', TONE.dark),
      patch(oval(-4, 23.5, 4, 2.4), '#fff', 0.8),
      ...extra,
    ),
  );
}

/** Draws the fox's torso, from the neck at 0 0 down to 106. */
export const torso = (): Part =>
  join(
    solid(
      both(
        [0, -14],
        [
          [30, -14, 34, 10, 42, 40],
          [52, 74, 50, 106, 22, 108],
          [12, 109, 6, 109, 0, 109],
        ],
      ),
      'url(#@b)',
      LINE,
    ),
    patch('M0 8C14 10 22 8 26 10C36 40 36 92 0 100C-36 92 -36 40 -26 10C-22 8 -14 10 0 8Z', CREAM),
    ink('M-13 20L-6 30L0 22L6 30L13 20', '#e9c6ae', 4.5),
  );

/** Draws the hind legs of a sitting fox; a standing one has `leg` instead. */
export const haunches = (): Part => {
  const side = join(
    solid('M20 104C16 74 34 58 50 66C68 74 66 104 48 108Z', 'url(#@b)', LINE),
    solid('M14 112C12 96 48 94 52 110C53 118 16 118 14 112Z', SOCK, LINE),
  );
  return join(flipped(side), side);
};

/** Draws one leg from the hip past the knee to the foot; `turn` of the foot in degrees. */
export const leg = ([x, y]: Point, [kx, ky]: Point, [fx, fy]: Point, turn = 0): Part =>
  limb(
    LINE,
    bone(`M${x} ${y}Q${kx} ${ky} ${fx} ${fy}`, 26, FUR),
    ...[knob(oval(0, 0, 20, 13), SOCK)].map((piece) => ({
      cut: `<g transform="translate(${fx} ${fy}) rotate(${turn})">${piece.cut}</g>`,
      edge: `<g transform="translate(${fx} ${fy}) rotate(${turn})">${piece.edge}</g>`,
      fill: `<g transform="translate(${fx} ${fy}) rotate(${turn})">${piece.fill}</g>`,
    })),
  );

/** Draws one arm from the shoulder past the elbow to the paw; `size` is the radius of the paw. */
export function arm([sx, sy]: Point, [ex, ey]: Point, [x, y]: Point, size = 16): Part {
  return limb(LINE, bone(`M${sx} ${sy}Q${ex} ${ey} ${x} ${y}`, 22, FUR), knob(oval(x, y, size), SOCK));
}

/** Draws a paw seen from below; `turn` in degrees. */
export const pads = (x: number, y: number, turn: number, scale = 1): Part =>
  moved(
    `translate(${x} ${y}) rotate(${turn}) scale(${scale})`,
    limb(LINE, knob(oval(-12, -11, 8, 9) + oval(0, -16, 8, 9) + oval(12, -11, 8, 9) + oval(0, 0, 19, 17), SOCK)),
    patch(oval(0, 4, 9, 7.5) + oval(-11, -10, 4) + oval(0, -15, 4) + oval(11, -10, 4), PAD),
  );

/** Draws a paw with its thumb up; `turn` in degrees. */
export const thumb = (x: number, y: number, turn: number, scale = 1): Part =>
  moved(
    `translate(${x} ${y}) rotate(${turn}) scale(${scale})`,
    limb(
      LINE,
      bone('M-6 -8L-4 -30', 14, SOCK),
      knob('M-19 -10C-20 -18 18 -18 20 -8C22 4 20 18 12 20H-12C-20 18 -20 0 -19 -10Z', SOCK),
    ),
    ink('M4 -5H16M6 5H17M6 14H14', '#b0604a', 4),
  );

/** Draws the tail, rooted at 0 0, curling up to the right. */
export const tail = (): Part =>
  join(
    use('tail', 'url(#@b)', LINE),
    patch('M109 -62L96 -56L86 -70L74 -57L61 -77C74 -90 81 -104 84 -122C100 -104 111 -86 109 -62Z', CREAM),
    ink('M88 -32C80 -14 56 -2 34 -2', '#c9500f', 5, 0.6),
    rim('tail', 6),
  );

/** Moves, turns (degrees) and scales parts of the fox, to place them in a pose. */
export const at = (x: number, y: number, scale: number, turn: number, ...parts: readonly Part[]): Part =>
  moved(`translate(${x} ${y}) rotate(${turn}) scale(${scale})`, ...parts);

/** Draws one loose line, such as the ground, breath or a breeze; `d` is its path data. */
export const whoosh = (d: string, colour = '#ff9d42'): Part => stroke(d, colour, 6);
