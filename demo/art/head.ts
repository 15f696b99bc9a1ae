import { blend } from './colour.ts';
import { type Curve, circle, type Point, ribbon, smooth } from './geometry.ts';
import { random } from './random.ts';
import type { Scene } from './scene.ts';
import { gather, group, line, path } from './sheet.ts';

/** The right half of the outline from forehead to chin: x, y and depth towards the viewer. */
const CONTOUR: readonly (readonly [number, number, number])[] = [
  [0, -235, 80],
  [98, -216, 55],
  [156, -145, 25],
  [175, -50, 20],
  [174, 34, 24],
  [162, 98, 30],
  [130, 160, 42],
  [90, 209, 62],
  [50, 238, 82],
  [20, 250, 92],
];

/** The closed outline of the face on the canvas, for the shape of the head and as a clip of its details. */
export function faceOutline({ pose, traits }: Scene): Curve {
  const { width, jaw, chin } = traits.face;
  const half = (side: 1 | -1) =>
    CONTOUR.map(([x, y, z]): Point => {
      const low = Math.max(0, (y - 60) / 190);
      const wide = x * width * (1 + (jaw - 1) * Math.sin(Math.min(1, low * 1.15) * Math.PI));
      const down = y + low * low * (chin - 1) * 120;
      // The cheek that is turned away protrudes; on the other side the outline recedes to the ear.
      const depth = z + side * pose.turn.yaw * 60 * (1 - low);
      return pose.hair(side * wide, down, depth);
    });
  return [...half(1), ...half(-1).reverse().slice(0, -1)];
}

/** Draws neck, shoulders and the shadow of the head on them; clothes go on top. */
export function torso(scene: Scene): string {
  const { sheet, pose, traits } = scene;
  const { skin, light } = traits;
  const b = pose.body;
  const top = (x: number) => pose.hair(x, 165, 10);
  const right: Curve = [
    top(80),
    pose.hair(75, 240),
    b(77, 335),
    b(104, 384),
    b(196, 420),
    b(300, 446),
    b(366, 500),
    b(402, 620),
    b(420, 780),
    b(430, 1300),
  ];
  const left: Curve = [
    top(-80),
    pose.hair(-75, 240),
    b(-77, 335),
    b(-104, 384),
    b(-196, 420),
    b(-300, 446),
    b(-366, 500),
    b(-402, 620),
    b(-420, 780),
    b(-430, 1300),
  ];
  const outline = smooth([...right, ...[...left].reverse()]);
  const k = light.side;
  const fill = sheet.linear(b(k * 300, 400), b(-k * 330, 560), [
    [0, skin.light],
    [0.38, skin.base],
    [1, blend(skin.base, skin.shade, 0.75)],
  ]);
  const chin = pose.face(0, 230);
  const cast = smooth([
    pose.hair(-112, 130, 20),
    pose.hair(112, 130, 20),
    b(96 - k * 18, 330),
    [chin[0] - k * 46, chin[1] + 112],
    b(-96 - k * 18, 330),
  ]);
  const bone = (side: 1 | -1) =>
    ribbon(
      [b(side * 26, 462), b(side * 100, 440), b(side * 190, 436), b(side * 262, 444)],
      (t) => 13 * Math.sin(Math.PI * (0.15 + t * 0.8)),
    );
  const boneLight = (side: 1 | -1) =>
    ribbon([b(side * 40, 449), b(side * 110, 427), b(side * 190, 423)], (t) => 10 * Math.sin(Math.PI * t));
  const tendon = (side: 1 | -1) => ribbon([b(side * 74, 300), b(side * 56, 380), b(side * 20, 452)], (t) => 9 * t + 2);
  const shade = (d: string, blur: number, opacity: number, colour: string = skin.shade) =>
    path(d, { fill: colour, opacity, filter: sheet.blur(blur) });
  const inner = [
    shade(cast, 20, 0.75),
    shade(cast, 36, 0.35, skin.deep),
    shade(
      smooth([
        b(-k * 60, 230),
        b(-k * 90, 340),
        b(-k * 420, 470),
        b(-k * 440, 800),
        b(-k * 240, 800),
        b(-k * 120, 500),
        b(-k * 40, 400),
      ]),
      46,
      0.5,
    ),
    shade(tendon(1), 7, k === 1 ? 0.3 : 0.55),
    shade(tendon(-1), 7, k === 1 ? 0.55 : 0.3),
    shade(bone(1), 7, 0.6),
    shade(bone(-1), 7, 0.6),
    shade(boneLight(1), 6, k === 1 ? 0.8 : 0.35, skin.light),
    shade(boneLight(-1), 6, k === 1 ? 0.35 : 0.8, skin.light),
    shade(circle(b(0, 468), 22, 16), 9, 0.5),
    shade(circle(b(k * 300, 470), 60, 34), 18, 0.5, skin.light),
    shade(smooth([b(-26, 600), b(0, 560), b(26, 600), b(16, 740), b(-16, 740)]), 16, 0.4),
    line(smooth((k === 1 ? left : right).slice(4), false), light.rim, 12, { opacity: 0.55, filter: sheet.blur(5) }),
  ];
  return path(outline, { fill }) + group(gather(inner), { 'clip-path': sheet.clip(outline) });
}

/** Draws both ears, before the head covers their inner edge. */
export function ears(scene: Scene): string {
  const { sheet, pose, traits } = scene;
  const { skin } = traits;
  return ([1, -1] as const)
    .map((side) => {
      const at = (x: number, y: number) => pose.hair(side * x * traits.face.width, y, -26);
      const shape = smooth([
        at(168, -8),
        at(186, -30),
        at(204, -22),
        at(206, 14),
        at(196, 52),
        at(184, 80),
        at(170, 78),
      ]);
      const fold = ribbon([at(184, -14), at(197, -4), at(195, 26), at(184, 50)], () => 8);
      return (
        path(shape, { fill: blend(skin.base, skin.shade, 0.25) }) +
        path(fold, { fill: skin.shade, opacity: 0.7, filter: sheet.blur(4) })
      );
    })
    .join('');
}

/** Draws the face before its features: the planes of light and shadow that make it round. */
export function head(scene: Scene): string {
  const { sheet, pose, traits } = scene;
  const { skin, light, face, look } = traits;
  const f = pose.face;
  const k = light.side;
  const outline = smooth(faceOutline(scene));
  const soft = (d: string, blur: number, opacity: number, colour: string) =>
    path(d, { fill: colour, opacity, filter: sheet.blur(blur) });
  const fill = sheet.linear(f(k * 180, -140), f(-k * 185, 150), [
    [0, skin.light],
    [0.3, blend(skin.light, skin.base, 0.6)],
    [0.58, skin.base],
    [1, blend(skin.base, skin.shade, 0.7)],
  ]);
  const cheek = (side: 1 | -1) => circle(f(side * 112, 84 - look.smile * 8), 56, 38);
  const socket = (side: 1 | -1) =>
    smooth([
      f(side * 34, -34),
      f(side * 80, -54),
      f(side * 134, -34),
      f(side * 138, 2),
      f(side * 90, 20),
      f(side * 40, 12),
    ]);
  const far = smooth([
    f(-k * 150, -230),
    f(-k * 206, -60),
    f(-k * 206, 74),
    f(-k * 170, 176),
    f(-k * 90, 264),
    f(-k * 50, 250),
    f(-k * 106, 176),
    f(-k * 138, 96),
    f(-k * 150, -20),
    f(-k * 128, -150),
  ]);
  const rimSide = faceOutline(scene).filter((_, i, all) => (-k === 1 ? i < all.length / 2 : i >= all.length / 2));
  const planes = [
    soft(far, 26, 0.55, skin.shade),
    soft(
      smooth([f(-200, -250), f(200, -250), f(190, -120), f(90, -166), f(0, -174), f(-90, -166), f(-190, -120)]),
      26,
      0.55,
      skin.shade,
    ),
    soft(cheek(1), 26, 0.5, skin.blush),
    soft(cheek(-1), 26, 0.5, skin.blush),
    soft(circle(f(0, 108, 30), 32, 20), 14, 0.28, skin.blush),
    soft(socket(1), 15, 0.34, skin.shade),
    soft(socket(-1), 15, 0.34, skin.shade),
    soft(circle(f(k * 20, -130), 84, 46), 26, 0.55, skin.light),
    soft(circle(f(k * 104, 52), 48, 22), 14, 0.75, skin.light),
    soft(circle(f(-k * 92, 52), 34, 16), 12, 0.3, skin.light),
    soft(circle(f(k * 8, 222 * face.chin, 12), 28, 15), 10, 0.5, skin.light),
    soft(
      smooth([f(-120, 236), f(-60, 264), f(0, 274), f(60, 264), f(120, 236), f(60, 244), f(0, 252), f(-60, 244)]),
      12,
      0.6,
      skin.shade,
    ),
    line(smooth(rimSide, false), light.rim, 14, { opacity: 0.6, filter: sheet.blur(6) }),
  ];
  if (traits.extras.mole) planes.push(path(circle(f(62, 140), 4), { fill: skin.deep, opacity: 0.85 }));
  if (traits.extras.freckles) planes.push(freckles(scene));
  return path(outline, { fill }) + group(gather(planes), { 'clip-path': sheet.clip(outline) });
}

function freckles({ pose, traits }: Scene): string {
  const rng = random(traits.seed * 7);
  return Array.from({ length: 64 }, () => {
    const spread = rng.range(-1, 1);
    const x = spread * 136;
    const y = 62 + rng.range(-24, 24) * (0.5 + Math.abs(spread)) + Math.abs(spread) * 12;
    const spot = circle(pose.face(x, y, spread * spread < 0.03 ? 20 : 0), rng.range(1.1, 2.9));
    return path(spot, { fill: traits.skin.shade, opacity: rng.range(0.25, 0.65) });
  }).join('');
}
