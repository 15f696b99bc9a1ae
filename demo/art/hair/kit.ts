import { blend } from '../colour.ts';
import { along, between, type Curve, clamp, mix, normal, type Point, ribbon, smooth } from '../geometry.ts';
import { type Random, random } from '../random.ts';
import { type Scene, swing } from '../scene.ts';
import { group, line, path } from '../sheet.ts';

/** A point of a hairstyle in head coordinates: x, y, and depth towards the viewer (default 0). */
export type Root = readonly [number, number, number?];

/** SVG layers of a hairstyle, which `portrait` places: `back` behind the shoulders, `front` over the face, and `shadow` on the face. */
export type Hair = { readonly back: string; readonly front: string; readonly shadow: string };

/** Shape and shading of one lock; `seed` fixes its random details. */
export type LockOptions = {
  readonly seed: number;
  /** Pixels the lock swings to either side, and how often over its length. */
  readonly wave?: number;
  readonly turns?: number;
  readonly phase?: number;
  readonly pieces?: number;
  /** Strength of the highlights, 1 by default; 0 for hair in shade behind the neck. */
  readonly shine?: number;
  /** Position of the highlight, 0..1 of the length. */
  readonly gloss?: readonly [number, number];
  /** Share of the length over which pieces end in a point. */
  readonly taper?: number;
  /** Paint the inner pieces first. */
  readonly innerFirst?: boolean;
  readonly strands?: number;
  /** Lit from behind along the outer edge. */
  readonly rim?: boolean;
  /** 1 evens out light and shade across a piece, for hair combed flat. */
  readonly even?: number;
};

/** Converts head coordinates to canvas pixels for the pose of the scene; side -1 mirrors them to the left. */
export const points = ({ pose }: Scene, roots: readonly Root[], side: 1 | -1 = 1): Curve =>
  roots.map(([x, y, z = 0]) => pose.hair(x * side, y, z));

const STEPS = 22;

/**
 * Draws the hair between two edges: pieces that overlap, each with its own shade, and strands that follow them. All styles but `afro`,
 * `coils` and `hijab` are made of such locks.
 */
export function lock(scene: Scene, inner: Curve, outer: Curve, options: LockOptions): string {
  const { pieces = 5, shine = 1, taper = 0.3 } = options;
  const rng = random(options.seed);
  const order = Array.from({ length: pieces }, (_, i) => (options.innerFirst ? i : pieces - 1 - i));
  return order
    .map((i) => {
      const from = Math.max(0, (i - rng.range(0.3, 0.9)) / pieces);
      const to = Math.min(1, (i + 1 + rng.range(0.3, 0.9)) / pieces);
      const phase = (options.phase ?? 0) + i * 0.075 + rng.range(-0.04, 0.04);
      return piece(scene, rng, { inner, outer, from, to, phase, taper, shine, options });
    })
    .join('');
}

type Piece = {
  readonly inner: Curve;
  readonly outer: Curve;
  readonly from: number;
  readonly to: number;
  readonly phase: number;
  readonly taper: number;
  readonly shine: number;
  readonly options: LockOptions;
};

function piece(scene: Scene, rng: Random, part: Piece): string {
  const { sheet, traits } = scene;
  const { tone } = traits.hair;
  const { shine, options } = part;
  const { even = 0 } = options;
  const length = rng.range(0.9, 1.03);
  const strandAt = (u: number) => strand(scene, part, u, length);
  const [left, right, middle] = [strandAt(0), strandAt(1), strandAt(0.5)];
  const shape = smooth([...left, ...[...right].reverse()]);
  const lit = shine * rng.range(0.75, 1.1);
  const across = at(middle, 0.35);
  const wide = Math.max(14, Math.hypot(at(left, 0.35)[0] - at(right, 0.35)[0], at(left, 0.35)[1] - at(right, 0.35)[1]));
  const [nx, ny] = normal(middle, 7);
  const key = traits.light.side * nx > 0 ? 1 : -1;
  const edge = (sign: number): Point => [
    across[0] + nx * wide * 0.5 * sign * key,
    across[1] + ny * wide * 0.5 * sign * key,
  ];
  const shade = blend(tone.base, tone.dark, clamp(1.1 - lit));
  const fill = sheet.linear(edge(1), edge(-1), [
    [0, blend(blend(tone.base, tone.dark, 0.25), shade, even)],
    [0.3, blend(shade, tone.light, 0.55 * lit * (1 - even * 0.5))],
    [0.62, shade],
    [1, blend(tone.dark, shade, 0.2 + even * 0.7)],
  ]);
  const parts = [path(shape, { fill })];
  if (tone.tip) {
    const [top, end] = [at(middle, 0.3), at(middle, 1)];
    const melt = sheet.linear(top, end, [
      [0, tone.tip, 0],
      [0.75, tone.tip, 0.8 * shine],
    ]);
    parts.push(path(shape, { fill: melt }));
  }
  const count = options.strands ?? 9;
  for (let i = 0; i < count; i++) {
    const curve = strandAt(rng.range(0.04, 0.96));
    const dark = i % 3 === 0;
    const width = rng.range(1.2, dark ? 5 : 3.4);
    const colour = dark ? tone.dark : blend(tone.light, tone.gloss, rng.next() * 0.4);
    const opacity = (dark ? 0.5 : 0.42 * shine) * rng.range(0.5, 1);
    const [a, b] = [rng.range(0, 0.35), rng.range(0.6, 1)];
    parts.push(
      path(
        ribbon(cut(curve, a, b), (t) => width * Math.sin(Math.PI * (0.06 + t * 0.9)), 12),
        { fill: colour, opacity },
      ),
    );
  }
  const bands = glossBands(part);
  for (const [i, [low, high]] of bands.entries()) {
    for (let n = 0; n < 3 && shine > 0.3; n++) {
      const curve = strandAt(rng.range(0.12, 0.88));
      const width = rng.range(2.5, 8);
      const breath = 0.42 + 0.1 * swing(scene.time, 1, i * 0.2);
      const d = ribbon(
        cut(curve, low + rng.range(-0.05, 0.05), high + rng.range(-0.05, 0.08)),
        (t) => width * Math.sin(Math.PI * t),
        10,
      );
      parts.push(path(d, { fill: tone.gloss, opacity: breath * shine * (i === 0 ? 0.6 : 0.45) }));
    }
  }
  if (options.rim && part.to === 1) {
    const glow = line(smooth(right, false), traits.light.rim, 13, { opacity: 0.62, filter: sheet.blur(6) });
    parts.push(group(glow, { 'clip-path': sheet.clip(shape) }));
  }
  return parts.join('');
}

/** Returns the highlights of a lock, as shares of its length: one near the crown and, if it is wavy, one over each crest further down. */
function glossBands({ options, phase }: Piece): readonly (readonly [number, number])[] {
  const { wave = 0, turns = 2, gloss = [0.12, 0.34] as const } = options;
  const bands: [number, number][] = [[gloss[0], gloss[1]]];
  for (let k = 0; k < turns + 2 && wave > 6; k++) {
    const crest = (k + 0.25 - phase) / turns;
    if (crest > 0.4 && crest < 0.95) bands.push([crest - 0.3 / turns, crest + 0.3 / turns]);
  }
  return bands;
}

/** One hair of a piece: it runs between the edges, follows the wave and meets the others at the piece's end. */
function strand(
  scene: Scene,
  { inner, outer, from, to, phase, taper, options }: Piece,
  u: number,
  length: number,
): Curve {
  const { wave = 0, turns = 2 } = options;
  const curve: Point[] = [];
  for (let i = 0; i < STEPS; i++) {
    const t = (i / (STEPS - 1)) * length;
    const end = clamp((i / (STEPS - 1) - (1 - taper)) / taper) ** 1.6;
    const across = mix(from, to, mix(u, 0.5, end * 0.9));
    const [x, y] = between(along(inner, t), along(outer, t), across);
    const far = clamp(t * 1.7 - 0.2) * (0.75 + t * 0.5);
    const sway = swing(scene.time, 1, phase + t * 0.4) * 2.2 * t * t;
    const bend = Math.sin((t * turns + phase) * Math.PI * 2) * wave * far + sway;
    const a = along(inner, Math.max(0, t - 0.03));
    const b = along(inner, Math.min(1, t + 0.03));
    const size = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
    curve.push([x + ((b[1] - a[1]) / size) * bend, y - ((b[0] - a[0]) / size) * bend]);
  }
  return curve;
}

const at = (curve: Curve, t: number): Point => along(curve, t);
const cut = (curve: Curve, from: number, to: number): Curve =>
  Array.from({ length: 9 }, (_, i) => along(curve, mix(clamp(from), clamp(to), i / 8)));

/** Draws `count` stray hairs along an edge; without them hair looks moulded. */
export function flyaways(scene: Scene, curve: Curve, count: number, seed: number): string {
  const rng = random(seed);
  const { tone } = scene.traits.hair;
  return Array.from({ length: count }, () => {
    const a = rng.range(0, 0.6);
    const b = a + rng.range(0.2, 0.4);
    const out = rng.range(2, 9);
    const bent = cut(curve, a, b).map(([x, y], i): Point => {
      const [nx, ny] = normal(curve, Math.round(mix(a, b, i / 8) * (curve.length - 1)));
      const lift = out * Math.sin((i / 8) * Math.PI * 0.8);
      return [x + nx * lift, y + ny * lift];
    });
    return line(smooth(bent, false), rng.next() > 0.5 ? tone.light : tone.base, 1.3, { opacity: 0.6 });
  }).join('');
}

/** Draws the parting at `x`, as a shadow: the roots are deeper than the hair on both sides. */
export function parting(scene: Scene, x: number): string {
  const { sheet, traits } = scene;
  const spine = points(scene, [
    [x - 3, -266, 24],
    [x - 2, -240, 66],
    [x - 1, -206, 96],
  ]);
  return path(
    ribbon(spine, (t) => 4 + 14 * Math.sin(Math.PI * t)),
    { fill: traits.hair.tone.dark, opacity: 0.6, filter: sheet.blur(6) },
  );
}

/** Draws the shadow that hair with the outline `d` casts on the face: the layer `shadow` of a style. */
export const castShadow = ({ sheet, traits }: Scene, d: string): string =>
  group(path(d, { fill: traits.skin.deep }), {
    opacity: 0.42,
    filter: sheet.blur(13),
    transform: `translate(${-traits.light.side * 9} 17)`,
  });
