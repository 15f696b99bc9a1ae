import { flat, join, type Part, type Point, patch, short, solid, stroke } from './picture.ts';

/* Outlines, as SVG path data, and the small things that float around the characters. */

/** SVG path data of an ellipse, or of a circle without `ry`. */
export const oval = (x: number, y: number, rx: number, ry = rx): string =>
  `M${short(x - rx)} ${short(y)}a${short(rx)} ${short(ry)} 0 1 0 ${short(rx * 2)} 0a${short(rx)} ${short(ry)} 0 1 0 ${short(-rx * 2)} 0Z`;

/** SVG path data of a closed polygon. */
export const polygon = (points: readonly Point[]): string =>
  `M${points.map(([x, y]) => `${short(x)} ${short(y)}`).join('L')}Z`;

/** SVG path data of a heart; `size` is half of its width. */
export function heart(x: number, y: number, size: number): string {
  const at = (dx: number, dy: number) => `${short(x + dx * size)} ${short(y + dy * size)}`;
  return `M${at(0, 0.92)}C${at(-0.5, 0.6)} ${at(-1, 0.2)} ${at(-1, -0.3)}C${at(-1, -0.98)} ${at(-0.24, -1.02)} ${at(0, -0.42)}C${at(0.24, -1.02)} ${at(1, -0.98)} ${at(1, -0.3)}C${at(1, 0.2)} ${at(0.5, 0.6)} ${at(0, 0.92)}Z`;
}

const radial = (x: number, y: number, count: number, radius: (i: number) => number, turn = 0): string =>
  polygon(
    Array.from({ length: count }, (_, i): Point => {
      const angle = (i / count) * 2 * Math.PI - Math.PI / 2 + turn;
      return [x + radius(i) * Math.cos(angle), y + radius(i) * Math.sin(angle)];
    }),
  );
/** SVG path data of a five-pointed star with the radius `size`; `turn` in radians. */
export const star = (x: number, y: number, size: number, turn = 0): string =>
  radial(x, y, 10, (i) => (i % 2 ? size * 0.52 : size), turn);

/** SVG path data of a four-pointed sparkle with the radius `size`. */
export function sparkle(x: number, y: number, size: number): string {
  const at = (dx: number, dy: number) => `${short(x + dx * size)} ${short(y + dy * size)}`;
  const k = 0.16;
  return `M${at(0, -1)}Q${at(k, -k)} ${at(0.8, 0)}Q${at(k, k)} ${at(0, 1)}Q${at(-k, k)} ${at(-0.8, 0)}Q${at(-k, -k)} ${at(0, -1)}Z`;
}

/** SVG path data of a drop with its tip up; `size` is the radius of its round end. */
const drop = (x: number, y: number, size: number): string =>
  `M${short(x)} ${short(y - size * 2)}C${short(x + size * 0.5)} ${short(y - size)} ${short(x + size)} ${short(y - size * 0.5)} ${short(x + size)} ${short(y)}A${size} ${size} 0 1 1 ${short(x - size)} ${short(y)}C${short(x - size)} ${short(y - size * 0.5)} ${short(x - size * 0.5)} ${short(y - size)} ${short(x)} ${short(y - size * 2)}Z`;

/** SVG path data of a cloud around (`x`, `y`); `s` is about half of its width. */
export const cloud = (x: number, y: number, s: number): string => {
  const at = (dx: number, dy: number) => `${short(x + dx * s)} ${short(y + dy * s)}`;
  const arc = (dx: number, dy: number, r: number) => `A${short(r * s)} ${short(r * s)} 0 0 1 ${at(dx, dy)}`;
  return `M${at(-0.7, 0.5)}${arc(-0.75, -0.25, 0.4)}${arc(0, -0.5, 0.48)}${arc(0.75, -0.25, 0.48)}${arc(0.7, 0.5, 0.4)}${arc(0, 0.6, 0.5)}${arc(-0.7, 0.5, 0.5)}Z`;
};

/** Fill of hearts. */
export const PINK = '#ff3f74';
const WINE = '#7a0f3c';
/** Fill of stars and sparkles. */
export const GOLD = '#ffc531';

/** Draws a glossy heart with an outline. */
export const love = (x: number, y: number, size: number, fill = PINK, line = WINE): Part =>
  join(
    solid(heart(x, y, size), fill, line, Math.min(6, 2 + size / 8)),
    patch(oval(x - size * 0.46, y - size * 0.36, size * 0.2, size * 0.15), '#fff', 0.85),
  );

/** Draws a sparkle without an outline. */
export const twinkle = (x: number, y: number, size: number, fill = GOLD): Part => flat(sparkle(x, y, size), fill);
/** Draws a golden star with an outline; `turn` in radians. */
export const goldStar = (x: number, y: number, size: number, turn = 0): Part =>
  solid(star(x, y, size, turn), GOLD, '#a8600a', 4);

/** Fill of tears and puddles. */
export const WATER = '#5cc4ff';
/** Draws a tear; `size` is the radius of its round end, `turn` in degrees. */
export const tear = (x: number, y: number, size: number, turn = 0): Part => {
  const d = drop(0, 0, size);
  const place = `translate(${short(x)} ${short(y)}) rotate(${turn})`;
  return {
    cut: `<path d="${d}" transform="${place}"/>`,
    art: `<g transform="${place}"><path d="${d}" fill="${WATER}" stroke="#1f6fb5" stroke-width="3.5"/><path d="${oval(-size * 0.3, size * 0.1, size * 0.22, size * 0.34)}" fill="#fff"/></g>`,
  };
};

/** Draws motion lines beside something that moves: each `d` is the path data of one line. */
export const swish = (colour: string, ...lines: readonly string[]): Part =>
  join(...lines.map((d) => stroke(d, colour, 6)));
