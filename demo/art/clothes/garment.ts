import { type Colour, darker, lighter } from '../colour.ts';
import { type Curve, type Point, ribbon, sample, smooth } from '../geometry.ts';
import type { Scene } from '../scene.ts';
import { gather, group, line, path } from '../sheet.ts';
import type { Outfit } from '../traits.ts';

type Half = readonly Point[];

/** Necklines of the right half, from the shoulder to the middle, in body coordinates. */
const NECK: Readonly<Record<Outfit, Half>> = {
  tee: [
    [150, 388],
    [128, 398],
    [112, 440],
    [70, 486],
    [0, 504],
  ],
  vneck: [
    [160, 390],
    [134, 402],
    [112, 470],
    [58, 570],
    [0, 640],
  ],
  wrap: [
    [190, 402],
    [160, 412],
    [126, 480],
    [66, 590],
    [0, 668],
  ],
  offshoulder: [
    [398, 552],
    [372, 516],
    [250, 516],
    [110, 544],
    [0, 556],
  ],
  slip: [
    [236, 520],
    [196, 506],
    [140, 514],
    [60, 560],
    [0, 588],
  ],
  turtleneck: [
    [180, 398],
    [96, 372],
    [88, 310],
    [50, 300],
    [0, 304],
  ],
  blazer: [
    [170, 388],
    [140, 400],
    [130, 480],
    [70, 640],
    [0, 760],
  ],
  knit: [
    [216, 418],
    [180, 420],
    [140, 448],
    [70, 474],
    [0, 482],
  ],
  shirt: [
    [150, 384],
    [112, 380],
    [84, 440],
    [46, 540],
    [0, 640],
  ],
  sari: [
    [236, 416],
    [204, 426],
    [160, 500],
    [80, 556],
    [0, 566],
  ],
  halter: [
    [262, 572],
    [196, 500],
    [132, 420],
    [98, 372],
    [84, 400],
    [60, 500],
    [0, 572],
  ],
  denim: [
    [160, 384],
    [124, 386],
    [100, 460],
    [66, 560],
    [40, 700],
  ],
  boat: [
    [290, 432],
    [250, 432],
    [150, 462],
    [70, 478],
    [0, 482],
  ],
  drape: [
    [230, 414],
    [196, 424],
    [150, 500],
    [80, 572],
    [0, 596],
  ],
};

/** Styles with bare shoulders: the sides of the garment begin below the shoulders. */
const BARE: ReadonlySet<Outfit> = new Set(['offshoulder', 'slip', 'halter']);

function neckline({ pose }: Scene, style: Outfit): Curve {
  const half = NECK[style];
  const right = half.map(([x, y]) => pose.body(x, y));
  const left = half.map(([x, y]) => pose.body(-x, y));
  return [...right, ...left.reverse().slice(1)];
}

/**
 * Draws the body of any garment below the neckline of its style, with the shadow it casts on the skin; layers such as `collar` go on top.
 */
export function garment(scene: Scene, style: Outfit, colour: Colour): string {
  const { pose, sheet, traits } = scene;
  const b = pose.body;
  const k = traits.light.side;
  const neck = neckline(scene, style);
  const side = (s: 1 | -1): Curve =>
    BARE.has(style)
      ? [
          b(s * (style === 'offshoulder' ? 424 : 296), 640),
          b(s * (style === 'offshoulder' ? 446 : 312), 720),
          b(s * 456, 900),
          b(s * 460, 1300),
        ]
      : [b(s * 304, 438), b(s * 374, 494), b(s * 416, 620), b(s * 440, 800), b(s * 452, 1300)];
  const shape = smooth([...sample(neck, 26), ...side(-1), ...[...side(1)].reverse()]);
  const fill = sheet.linear(b(k * 330, 430), b(-k * 360, 700), [
    [0, lighter(colour, 0.3)],
    [0.36, colour],
    [1, darker(colour, 0.55)],
  ]);
  const fold = (points: Curve, width: number, opacity: number) =>
    path(
      ribbon(points, (t) => width * Math.sin(Math.PI * (0.08 + t * 0.9))),
      { fill: darker(colour, 0.75), opacity, filter: sheet.blur(8) },
    );
  const shine = (points: Curve, width: number, opacity: number) =>
    path(
      ribbon(points, (t) => width * Math.sin(Math.PI * t)),
      { fill: lighter(colour, 0.6), opacity, filter: sheet.blur(7) },
    );
  const folds = ([1, -1] as const).flatMap((s) => [
    fold([b(s * 330, 480), b(s * 292, 560), b(s * 268, 660), b(s * 280, 780)], 26, 0.45),
    fold([b(s * 250, 600), b(s * 180, 690), b(s * 90, 730)], 24, 0.3),
    fold([b(s * 270, 560), b(s * 200, 610), b(s * 150, 620)], 14, 0.3),
    shine([b(s * 230, 520), b(s * 190, 580), b(s * 170, 650)], 34, s === k ? 0.3 : 0.12),
    shine([b(s * 352, 520), b(s * 380, 600), b(s * 394, 700)], 22, s === k ? 0.4 : 0.1),
  ]);
  const rimSide = smooth([b(-k * 200, 410), ...side(k === 1 ? -1 : 1)], false);
  const glow = line(rimSide, traits.light.rim, 14, { opacity: 0.55, filter: sheet.blur(6) });
  const hem = line(smooth(sample(neck, 26).slice(1, -1), false), lighter(colour, 0.45), 3, { opacity: 0.55 });
  const cast = path(shape, {
    fill: traits.skin.deep,
    opacity: 0.4,
    filter: sheet.blur(9),
    transform: 'translate(0 -7)',
  });
  return cast + path(shape, { fill }) + group(gather([...folds, glow]), { 'clip-path': sheet.clip(shape) }) + hem;
}
