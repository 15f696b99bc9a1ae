import { cheeks, type Eye, eyes, type Mouth, mouth, type Tone } from './face.ts';
import { oval, polygon, sparkle } from './forms.ts';
import { bone, gradient, ink, join, knob, limb, moved, type Part, type Point, patch, solid } from './picture.ts';

/* The gem: a step-cut stone with a face on its table, thin arms and short legs. 0 0 is between its eyes and mouth. */

/** Colour of the gem's outlines. */
export const LINE = '#75103f';
const LIMB = '#ee3f77';
const HAND = '#ff6f93';

/** Colours of the six facets around the table, from the top around the right to the left. */
type Cut = readonly [crown: string, upRight: string, right: string, foot: string, left: string, upLeft: string];
const ROSE: Cut = ['#ffe3dc', '#ff9aa6', '#e0306f', '#bd1c60', '#ff6f92', '#ffc4bb'];
const RAGE: Cut = ['#ffb48f', '#ff7a5c', '#d21f3c', '#ad1238', '#f0473f', '#ff9472'];

/** Colours of the gem's face. */
export const TONE: Tone = { dark: '#47092c', glow: '#b3205f' };
/** SVG definitions of a gem sticker: the gradient of the table, the flat facet with the face. */
export const DEFS = gradient('t', '#ffab9f', '#ff5586');
/** SVG definitions of the sticker gem/angry, instead of `DEFS`. */
export const RAGE_DEFS = gradient('t', '#ff7a55', '#ea2f45');

const OUTER: readonly Point[] = [
  [-58, -88],
  [58, -88],
  [104, -34],
  [30, 88],
  [-30, 88],
  [-104, -34],
];
const INNER: readonly Point[] = [
  [-48, -62],
  [48, -62],
  [78, -27],
  [21, 62],
  [-21, 62],
  [-78, -27],
];

/** Draws the gem's stone; `cut` are the colours of its facets, rose by default. */
export function body(cut: Cut = ROSE): Part {
  const facets = OUTER.map((corner, i) => {
    const j = (i + 1) % OUTER.length;
    return patch(polygon([corner, OUTER[j] ?? corner, INNER[j] ?? corner, INNER[i] ?? corner]), cut[i] ?? '');
  });
  return join(
    solid(polygon(OUTER), cut[0], LINE, 7),
    ...facets,
    patch(polygon(INNER), 'url(#@t)'),
    ink(polygon(INNER) + OUTER.map(([x, y], i) => `M${x} ${y}L${INNER[i]?.join(' ')}`).join(''), '#fff', 2.5, 0.42),
    solid(polygon(OUTER), 'none', LINE, 7),
    patch('M-48 -62L-78 -27L-67 -10L14 -62Z', '#fff', 0.2),
    patch('M24 -62L-60 0L-54 9L46 -62Z', '#fff', 0.14),
    ink('M-48 -77H14M28 -77H34', '#fff', 6.5, 0.95),
    patch(sparkle(-72, -46, 15), '#fff'),
    ink('M84 -26L58 18', '#ff9ab4', 5, 0.7),
  );
}
/** Draws the gem's stone in the colours of anger; the sticker has `RAGE_DEFS` in place of `DEFS`. */
export const rage = (): Part => body(RAGE);

interface FaceOptions {
  readonly eyes: Eye | readonly [Eye, Eye];
  readonly mouth: Mouth;
  readonly look?: Point;
  /** Offset of the face from the middle of the stone, in px, as if the gem turned. */
  readonly turn?: Point;
  readonly extra?: readonly Part[];
  readonly blush?: number;
}

/** Draws the gem's face: cheeks, eyes and mouth, and `extra` parts over them. */
export function face({
  eyes: pair,
  mouth: lips,
  look = [0, 0],
  turn = [0, 0],
  extra = [],
  blush = 0.5,
}: FaceOptions): Part {
  const shy = blush > 0.8 ? 1 : 0;
  const [left, right] = typeof pair === 'string' ? [pair, pair] : pair;
  return moved(
    `translate(${turn[0]} ${turn[1]})`,
    cheeks(50, 14, 13 + 4 * shy, 8 + 3 * shy, '#ff1f62', blush),
    eyes(left, right, TONE, 31, -12, look),
    moved('translate(0 25)', mouth(lips, TONE)),
    ...extra,
  );
}

/**
 * Draws one arm from the shoulder past the elbow to the hand; `thumb` is the direction of the thumb in degrees, 0 is right; without it the
 * hand is a fist. `size` is the radius of the hand.
 */
export function arm([sx, sy]: Point, [ex, ey]: Point, [x, y]: Point, thumb?: number, size = 16): Part {
  const angle = ((thumb ?? 0) * Math.PI) / 180;
  const nub = oval(x + Math.cos(angle) * size, y + Math.sin(angle) * size, 7);
  return limb(
    LINE,
    bone(`M${sx} ${sy}Q${ex} ${ey} ${x} ${y}`, 14, LIMB),
    ...(thumb === undefined ? [] : [knob(nub, HAND)]),
    knob(oval(x, y, size), HAND),
  );
}

/** Draws an open hand with spread fingers, for waving; `turn` in degrees. */
export const palm = (x: number, y: number, turn: number): Part =>
  moved(
    `translate(${x} ${y}) rotate(${turn})`,
    limb(
      LINE,
      bone('M-9 -4L-15 -17', 10, HAND),
      bone('M0 -6V-23', 10, HAND),
      bone('M9 -4L15 -17', 10, HAND),
      bone('M-10 6L-22 2', 9, HAND),
      knob(oval(0, 2, 15), HAND),
    ),
  );

/** Draws one leg from the hip to the foot; `turn` of the foot in degrees. */
export const leg = ([x, y]: Point, [fx, fy]: Point, turn = 0): Part =>
  join(
    limb(LINE, bone(`M${x} ${y}L${fx} ${fy}`, 13, LIMB)),
    moved(`translate(${fx} ${fy}) rotate(${turn})`, solid('M-15 8C-18 -6 -6 -10 4 -8C16 -6 20 2 17 8Z', HAND, LINE)),
  );
/** Draws both legs of a standing gem. */
export const legs = (): Part => join(flipLeg(-26), leg([26, 82], [30, 110]));
const flipLeg = (x: number) => moved('scale(-1 1)', leg([-x, 82], [-x + 4, 110]));

/** Moves, turns (degrees) and scales all parts of the gem, to place it in the picture. */
export const stand = (x: number, y: number, scale: number, turn: number, ...parts: readonly Part[]): Part =>
  moved(`translate(${x} ${y}) rotate(${turn}) scale(${scale})`, ...parts);
