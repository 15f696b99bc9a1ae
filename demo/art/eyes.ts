import { blend, darker, lighter } from './colour.ts';
import { along, type Curve, circle, mix, type Point, ribbon, sample, smooth } from './geometry.ts';
import { type Scene, swing } from './scene.ts';
import { gather, group, line, path } from './sheet.ts';

const UPPER: Curve = [
  [-47, 8],
  [-38, -6],
  [-18, -21],
  [4, -26],
  [26, -20],
  [40, -8],
  [49, 1],
];
const LOWER: Curve = [
  [-47, 8],
  [-34, 11],
  [-12, 17],
  [10, 18],
  [30, 13],
  [42, 6],
  [49, 1],
];

type Lids = { readonly upper: Curve; readonly lower: Curve; at(x: number, y: number, out?: number): Point };

function lids({ pose, traits, blink }: Scene, side: 1 | -1): Lids {
  const { eye, slant, lid, apart } = traits.face;
  const open = lid * (0.97 - traits.look.smile * 0.12);
  const centre = 87 * apart;
  const at = (x: number, y: number, out = 0) =>
    pose.face(side * (centre + x * eye), y * eye + 2 - slant * ((x + 47) / 96), out);
  const raise = traits.look.smile * 6;
  const shaped = (curve: Curve, move: (x: number, y: number, i: number) => number) =>
    curve.map(([x, y], i): Point => at(x, move(x, y, i)));
  const low = (i: number) => (LOWER[i]?.[1] ?? 0) - raise * Math.sin((i / 6) * Math.PI);
  const high = (i: number) => {
    const y = UPPER[i]?.[1] ?? 0;
    return mix(y * (y < 0 ? open : 1), low(i) - 2, blink);
  };
  return { upper: shaped(UPPER, (_x, _y, i) => high(i)), lower: shaped(LOWER, (_x, _y, i) => low(i)), at };
}

function iris(scene: Scene, { at }: Lids, side: 1 | -1, white: string): string {
  const { sheet, traits, pose, time } = scene;
  const { iris: colour, face, look, light } = traits;
  const r = 26.5 * face.eye;
  // The eyes keep looking at the camera while the head turns.
  const shift = look.gaze * 13 - pose.turn.yaw * 16 + swing(time, 1, 0.3) * 1.2;
  const c = at(side * shift + 1, -6.5 + 2 * (1 - traits.face.lid) * 10);
  // Brown lightens to amber; blue and green lighten to pale.
  const warm = Number.parseInt(colour.slice(1, 3), 16) > Number.parseInt(colour.slice(5, 7), 16) + 40;
  const bright = (t: number) => (warm ? blend(colour, '#f0a050', t * 0.75) : lighter(colour, t));
  const round = sheet.radial([c[0], c[1] + r * 0.35], r * 1.25, [
    [0, bright(0.5)],
    [0.5, bright(0.12)],
    [0.82, darker(colour, 0.35)],
    [1, darker(colour, 0.8)],
  ]);
  const glow = sheet.radial([c[0] - light.side * r * 0.25, c[1] + r * 0.55], r * 0.75, [
    [0, bright(0.7), 0.8],
    [1, colour, 0],
  ]);
  const spark: Point = [c[0] + light.side * r * 0.36, c[1] - r * 0.36];
  const small: Point = [c[0] - light.side * r * 0.42, c[1] + r * 0.42];
  const content =
    path(circle(c, r), { fill: round }) +
    path(circle(c, r), { fill: glow }) +
    line(circle(c, r - 1), darker(colour, 0.9), 2.4, { opacity: 0.7 }) +
    path(circle(c, r * 0.43), { fill: '#120b12' }) +
    path(circle(spark, r * 0.27, r * 0.3), { fill: '#ffffff', opacity: 0.96 }) +
    path(circle(small, r * 0.12), { fill: '#ffffff', opacity: 0.65 });
  return group(content, { 'clip-path': white });
}

function oneEye(scene: Scene, side: 1 | -1): { readonly around: readonly string[]; readonly over: string } {
  const { sheet, traits, blink } = scene;
  const { skin, shadow, light } = traits;
  const eye = lids(scene, side);
  const { upper, lower, at } = eye;
  const opening = smooth([...sample(upper, 14), ...sample(lower, 14).reverse().slice(1, -1)]);
  const clip = sheet.clip(opening);
  const ink = blend(skin.deep, '#140a10', 0.78);
  // The crease runs a little above the lash line and comes down with it only in part.
  const crease = [
    at(-45, -4 + blink * 8),
    at(-22, -33 + blink * 16),
    at(6, -41 * (0.5 + traits.face.lid * 0.5) + blink * 18),
    at(34, -32 + blink * 16),
    at(55, -10 + blink * 6),
  ];
  const lidSkin = smooth([...sample(crease, 12), ...sample(upper, 12).reverse()]);
  const toLash = (t: number) => 1.6 + 8.4 * Math.sin(Math.PI * t ** 0.75) ** 0.8 * (0.45 + 0.55 * t) - 1.4 * t;
  const wing = [...upper.slice(0, 6), at(49, -4), at(58, -13)];
  const lashes = Array.from({ length: 8 }, (_, i) => {
    const t = 0.47 + i * 0.066;
    const start = along(upper, t);
    const reach = 8 + i * 1.5;
    const drop = mix(1, -0.45, blink) * (1 - i * 0.075);
    const lean = side * (0.35 + i * 0.14) * reach;
    const bend: Point = [start[0] + lean * 0.55, start[1] - reach * 0.42 * drop];
    const tip: Point = [start[0] + lean * 1.05, start[1] - reach * 1.2 * drop];
    return path(
      ribbon([start, bend, tip], (u) => 4.2 * (1 - u) + 0.1, 6),
      { fill: ink, opacity: 0.92 },
    );
  });
  const lowerLine = ribbon(sample(lower, 9, 0.3, 1), (t) => 1 + 2 * t);
  const centre = at(0, -4);
  const white = sheet.radial([centre[0] + light.side * 6, centre[1] + 4], 54 * traits.face.eye, [
    [0, '#fdf8f5'],
    [0.6, '#f4ebe8'],
    [1, blend('#d9c3bf', skin.shade, 0.35)],
  ]);
  const tear = circle(at(-43, 7), 6, 4.5);
  const shade = path(
    ribbon(upper, () => 17),
    { fill: '#3a2530', opacity: 0.5, filter: sheet.blur(4) },
  );
  const inside =
    path(opening, { fill: white }) +
    group(path(tear, { fill: blend('#e79a92', skin.blush, 0.4), opacity: 0.75, filter: sheet.blur(1.5) }), {
      'clip-path': clip,
    }) +
    iris(scene, eye, side, clip) +
    group(shade, { 'clip-path': clip });
  const around = [
    path(lidSkin, { fill: shadow, opacity: 0.5, filter: sheet.blur(6) }),
    path(smooth([at(10, -26), at(40, -34), at(66, -26), at(60, -4), at(46, -4), at(30, -18)]), {
      fill: shadow,
      opacity: 0.42,
      filter: sheet.blur(8),
    }),
    path(
      ribbon(
        sample(lower, 9, 0.15, 0.95).map(([x, y]): Point => [x, y + 9]),
        () => 7,
      ),
      { fill: skin.shade, opacity: 0.25, filter: sheet.blur(6) },
    ),
    path(circle(at(0, -31 + blink * 14), 20, 6), { fill: skin.light, opacity: 0.38, filter: sheet.blur(4) }),
    path(
      ribbon(crease, (t) => 1 + 2.6 * Math.sin(t * Math.PI)),
      { fill: skin.deep, opacity: 0.55, filter: sheet.blur(1) },
    ),
  ];
  const lines = [
    line(smooth(sample(lower, 9, 0.12, 0.9), false), lighter(skin.blush, 0.4), 2.4, { opacity: 0.6 * (1 - blink) }),
    path(lowerLine, { fill: ink, opacity: 0.5 }),
    path(ribbon(wing, toLash, 18), { fill: ink }),
    ...lashes,
  ].join('');
  return { around, over: (blink > 0.92 ? '' : inside) + lines };
}

function brow({ sheet, pose, traits }: Scene, side: 1 | -1): string {
  const { brow: weight, arch, apart } = traits.face;
  const lift = traits.look.teeth * 3;
  const at = (x: number, y: number) => pose.face(side * x * apart, y - lift);
  const peak = 10 * (arch - 1);
  const spine = [at(36, -52), at(64, -60 - peak * 0.4), at(98, -67 - peak), at(126, -62 - peak * 0.8), at(150, -46)];
  const width = (t: number) => weight * (t < 0.3 ? 6.5 + t * 26 : 14.3 * (1 - (t - 0.3) * 1.28));
  const [from, to] = [at(34, -56), at(78, -64)];
  const fill = sheet.linear(from, to, [
    [0, traits.brows, 0.25],
    [1, traits.brows, 0.95],
  ]);
  const hairs = Array.from({ length: 14 }, (_, i) => {
    const t = i / 20;
    const [root] = sample(spine, 2, t, t);
    const [x, y] = root ?? from;
    const half = width(t) * 0.52;
    const tip: Point = [x + side * (6 + t * 12), y - half + t * 7];
    return line(smooth([[x - side * 2, y + half], [x + side * 3, y], tip], false), traits.brows, 1.5, { opacity: 0.5 });
  });
  return path(ribbon(spine, width, 14), { fill, filter: sheet.blur(1.6) }) + hairs.join('');
}

/** Draws both eyes with lids and lashes, open or blinking. */
export function eyes(scene: Scene): string {
  const [right, left] = [oneEye(scene, 1), oneEye(scene, -1)];
  return gather([...right.around, ...left.around]) + right.over + left.over;
}

/** Draws both eyebrows. */
export const brows = (scene: Scene): string => brow(scene, 1) + brow(scene, -1);
