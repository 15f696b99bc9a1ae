import { blend, darker, lighter } from './colour.ts';
import { circle, type Point, ribbon, sample, smooth } from './geometry.ts';
import type { Scene } from './scene.ts';
import { gather, group, line, path } from './sheet.ts';

/** Draws the nose as shadows of bridge, tip and nostrils: an outlined nose makes a face look like a doll's. */
export function nose({ sheet, pose, traits }: Scene): string {
  const { skin, light, face } = traits;
  const k = light.side;
  const w = face.nose;
  const f = (x: number, y: number, out = 0) => pose.face(x * w, y * 0.9, out);
  const soft = (d: string, blur: number, opacity: number, colour: string = skin.shade) =>
    path(d, { fill: colour, opacity, filter: sheet.blur(blur) });
  const flank = smooth([
    f(-k * 22, -42),
    f(-k * 12, 0, 6),
    f(-k * 14, 60, 14),
    f(-k * 24, 104, 14),
    f(-k * 40, 122),
    f(-k * 34, 80),
    f(-k * 30, 20),
    f(-k * 36, -20),
  ]);
  const wing = (side: 1 | -1) => [f(side * 27, 103, 8), f(side * 35, 118, 4), f(side * 29, 132, 4)];
  const nostril = (side: 1 | -1) =>
    ribbon([f(side * 23, 130, 8), f(side * 14, 128, 16), f(side * 7, 133, 20)], (t) => 2.4 + 4 * Math.sin(Math.PI * t));
  return gather([
    soft(flank, 10, 0.42),
    soft(smooth([f(k * 26, -40), f(k * 16, 0, 4), f(k * 20, 30, 4), f(k * 32, 0)]), 8, 0.22),
    soft(smooth([f(-34, 128), f(0, 143, 16), f(34, 128), f(20, 156), f(0, 160), f(-20, 156)]), 8, 0.42),
    soft(
      ribbon([f(k * 3, -22, 8), f(k * 4, 50, 22), f(k * 4, 96, 32)], (t) => 5 + 5 * t),
      5,
      0.45,
      skin.light,
    ),
    soft(circle(f(k * 6, 108, 34), 12, 8), 4.5, 0.6, lighter(skin.light, 0.25)),
    soft(
      ribbon(wing(1), (t) => 5 * Math.sin(Math.PI * t)),
      2.2,
      k === 1 ? 0.45 : 0.7,
    ),
    soft(
      ribbon(wing(-1), (t) => 5 * Math.sin(Math.PI * t)),
      2.2,
      k === 1 ? 0.7 : 0.45,
    ),
    path(nostril(1), { fill: skin.deep, opacity: 0.72, filter: sheet.blur(1.2) }),
    path(nostril(-1), { fill: skin.deep, opacity: 0.72, filter: sheet.blur(1.2) }),
  ]);
}

/** Draws lips and teeth for the smile and opening of the expression. */
export function mouth(scene: Scene): string {
  const { sheet, pose, traits } = scene;
  const { skin, lip, light, face } = traits;
  const { smile, teeth } = traits.look;
  const k = light.side;
  const wide = (1.06 + smile * 0.2 + teeth * 0.06) * face.mouth;
  const f = (x: number, y: number, out = 0) => pose.face(x * wide, 171 + y + (face.chin - 1) * 40, out);
  const up = -smile * 17;
  const full = face.lips * (1 - smile * 0.1);
  const gap = teeth * 23;
  // A laughing mouth stretches its lower lip.
  const thin = full * (1 - teeth * 0.26);
  const corner = (side: 1 | -1) => f(side * 53, 1 + up);
  const seam = (side: 1 | -1) => [corner(side), f(side * 31, 1 + up * 0.22), f(side * 11, 4, 6)];
  const seamLine = [...seam(-1), f(0, 1 + teeth * 2, 8), ...[...seam(1)].reverse()];
  const bottomLine = [
    corner(-1),
    f(-32, 1 + up * 0.15 + gap * 0.66),
    f(-12, 3 + gap, 6),
    f(12, 3 + gap, 6),
    f(32, 1 + up * 0.15 + gap * 0.66),
    corner(1),
  ];
  const top = [
    corner(-1),
    f(-32, -8 * full + up * 0.42),
    f(-11, -16 * full, 6),
    f(0, -12 * full, 8),
    f(11, -16 * full, 6),
    f(32, -8 * full + up * 0.42),
    corner(1),
  ];
  const base = [
    corner(-1),
    f(-37, 10 * thin + up * 0.28 + gap * 0.66),
    f(-16, 22 * thin + gap, 5),
    f(16, 22 * thin + gap, 5),
    f(37, 10 * thin + up * 0.28 + gap * 0.66),
    corner(1),
  ];
  const upper = smooth([...sample(top, 20), ...sample(seamLine, 20).reverse().slice(1, -1)]);
  const lower = smooth([...sample(bottomLine, 20), ...sample(base, 20).reverse().slice(1, -1)]);
  const inside = smooth([...sample(seamLine, 18), ...sample(bottomLine, 18).reverse().slice(1, -1)]);
  const upperFill = sheet.linear(f(0, -18), f(0, 4), [
    [0, blend(lip, skin.base, 0.22)],
    [1, darker(lip, 0.26)],
  ]);
  const lowerFill = sheet.linear(f(0, 2 + gap), f(0, 24 + gap), [
    [0, darker(lip, 0.08)],
    [0.5, lighter(lip, 0.12)],
    [1, blend(darker(lip, 0.12), skin.shade, 0.25)],
  ]);
  const soft = (d: string, blur: number, opacity: number, colour: string) =>
    path(d, { fill: colour, opacity, filter: sheet.blur(blur) });
  const gloss = blend(lip, '#fff3ee', 0.62);
  const crease = (side: 1 | -1) =>
    ribbon([f(side * 40, -54), f(side * 58, -32), f(side * 66, -4 + up)], (t) => 9 * Math.sin(Math.PI * t));
  const dimple = (side: 1 | -1) => circle(f(side * 60, 1 + up), 7, 9);
  const around = gather([
    soft(
      smooth([f(-40, 28 + gap), f(0, 34 + gap), f(40, 28 + gap), f(24, 44 + gap), f(-24, 44 + gap)]),
      7,
      0.5,
      skin.shade,
    ),
    soft(
      ribbon([f(0, -46, 6), f(0, -22, 6)], () => 9),
      4,
      0.25,
      skin.shade,
    ),
    soft(crease(1), 6, 0.12 + smile * 0.5, skin.shade),
    soft(crease(-1), 6, 0.12 + smile * 0.5, skin.shade),
    soft(dimple(1), 5, 0.35, skin.shade),
    soft(dimple(-1), 5, 0.35, skin.shade),
  ]);
  const parts = [around];
  parts.push(
    path(smooth([...sample(top, 20), ...sample(base, 20).reverse().slice(1, -1)]), { fill: darker(lip, 0.5) }),
  );
  if (teeth > 0.05) parts.push(teethIn(scene, inside, f, gap, up));
  parts.push(
    path(upper, { fill: upperFill, filter: sheet.blur(0.6) }),
    path(lower, { fill: lowerFill, filter: sheet.blur(0.6) }),
    path(
      ribbon(sample(seamLine, 16), (t) => 1.2 + 2.6 * Math.sin(Math.PI * t)),
      { fill: darker(lip, 0.72), opacity: teeth > 0.05 ? 0.35 : 0.8, filter: sheet.blur(0.8) },
    ),
    group(
      soft(circle(f(k * 12, 12 * full + gap, 8), 20, 5), 3.2, 0.6, gloss) +
        soft(circle(f(k * 14, -9 * full, 8), 9, 2.6), 1.8, 0.45, gloss) +
        soft(circle(f(-k * 40, 8 + gap * 0.7), 18, 14), 8, 0.4, darker(lip, 0.5)),
      { 'clip-path': sheet.clip(`${upper}${lower}`) },
    ),
  );
  return parts.join('');
}

function teethIn(
  { sheet, traits }: Scene,
  inside: string,
  f: (x: number, y: number, out?: number) => Point,
  gap: number,
  up: number,
): string {
  const row = smooth([
    f(-47, up - 4),
    f(-20, -6),
    f(20, -6),
    f(47, up - 4),
    f(36, 2 + gap * 0.42),
    f(15, gap * 0.95 + 2, 4),
    f(-15, gap * 0.95 + 2, 4),
    f(-36, 2 + gap * 0.42),
  ]);
  const white = blend('#fbf4ef', traits.skin.shade, 0.12);
  const fill = sheet.linear(f(-44, 0), f(44, 0), [
    [0, blend(white, '#5a2530', 0.7)],
    [0.24, blend(white, '#8a5a5a', 0.16)],
    [0.5, white],
    [0.76, blend(white, '#8a5a5a', 0.16)],
    [1, blend(white, '#5a2530', 0.7)],
  ]);
  const splits = [-27, -16, -6, 6, 16, 27].map((x) =>
    line(smooth([f(x, 0, 4), f(x * 0.98, gap * 0.75, 4)], false), '#c9b0ac', 0.9, { opacity: 0.3 }),
  );
  const content =
    path(inside, { fill: '#4a1520' }) +
    path(row, { fill }) +
    splits.join('') +
    line(smooth([f(-50, up), f(-20, 1), f(0, 3), f(20, 1), f(50, up)], false), '#5a2530', 7, {
      opacity: 0.35,
      filter: sheet.blur(2.5),
    });
  return group(content, { 'clip-path': sheet.clip(inside) });
}
