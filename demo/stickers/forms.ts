import { flat, join, type Part, type Point, patch, short, solid, stroke } from './picture.ts';

/* Outlines, as SVG path data, and the small things that float around the characters. */

export const oval = (x: number, y: number, rx: number, ry = rx): string =>
  `M${short(x - rx)} ${short(y)}a${short(rx)} ${short(ry)} 0 1 0 ${short(rx * 2)} 0a${short(rx)} ${short(ry)} 0 1 0 ${short(-rx * 2)} 0Z`;

export const polygon = (points: readonly Point[]): string =>
  `M${points.map(([x, y]) => `${short(x)} ${short(y)}`).join('L')}Z`;

/** `size`: half of its width. */
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
export const star = (x: number, y: number, size: number, turn = 0): string =>
  radial(x, y, 10, (i) => (i % 2 ? size * 0.52 : size), turn);

export function sparkle(x: number, y: number, size: number): string {
  const at = (dx: number, dy: number) => `${short(x + dx * size)} ${short(y + dy * size)}`;
  const k = 0.16;
  return `M${at(0, -1)}Q${at(k, -k)} ${at(0.8, 0)}Q${at(k, k)} ${at(0, 1)}Q${at(-k, k)} ${at(-0.8, 0)}Q${at(-k, -k)} ${at(0, -1)}Z`;
}

/** The tip is up; `size` is the radius of its round end. */
const drop = (x: number, y: number, size: number): string =>
  `M${short(x)} ${short(y - size * 2)}C${short(x + size * 0.5)} ${short(y - size)} ${short(x + size)} ${short(y - size * 0.5)} ${short(x + size)} ${short(y)}A${size} ${size} 0 1 1 ${short(x - size)} ${short(y)}C${short(x - size)} ${short(y - size * 0.5)} ${short(x - size * 0.5)} ${short(y - size)} ${short(x)} ${short(y - size * 2)}Z`;

export const cloud = (x: number, y: number, s: number): string => {
  const at = (dx: number, dy: number) => `${short(x + dx * s)} ${short(y + dy * s)}`;
  const arc = (dx: number, dy: number, r: number) => `A${short(r * s)} ${short(r * s)} 0 0 1 ${at(dx, dy)}`;
  return `M${at(-0.7, 0.5)}${arc(-0.75, -0.25, 0.4)}${arc(0, -0.5, 0.48)}${arc(0.75, -0.25, 0.48)}${arc(0.7, 0.5, 0.4)}${arc(0, 0.6, 0.5)}${arc(-0.7, 0.5, 0.5)}Z`;
};

export const PINK = '#ff3f74';
const WINE = '#7a0f3c';
export const GOLD = '#ffc531';

/** A glossy heart with a line. */
export const love = (x: number, y: number, size: number, fill = PINK, line = WINE): Part =>
  join(
    solid(heart(x, y, size), fill, line, Math.min(6, 2 + size / 8)),
    patch(oval(x - size * 0.46, y - size * 0.36, size * 0.2, size * 0.15), '#fff', 0.85),
  );

export const twinkle = (x: number, y: number, size: number, fill = GOLD): Part => flat(sparkle(x, y, size), fill);
export const goldStar = (x: number, y: number, size: number, turn = 0): Part =>
  solid(star(x, y, size, turn), GOLD, '#a8600a', 4);

export const WATER = '#5cc4ff';
export const tear = (x: number, y: number, size: number, turn = 0): Part => {
  const d = drop(0, 0, size);
  const place = `translate(${short(x)} ${short(y)}) rotate(${turn})`;
  return {
    cut: `<path d="${d}" transform="${place}"/>`,
    art: `<g transform="${place}"><path d="${d}" fill="${WATER}" stroke="#1f6fb5" stroke-width="3.5"/><path d="${oval(-size * 0.3, size * 0.1, size * 0.22, size * 0.34)}" fill="#fff"/></g>`,
  };
};

/** Arcs beside something that moves: each `d` is one line. */
export const swish = (colour: string, ...lines: readonly string[]): Part =>
  join(...lines.map((d) => stroke(d, colour, 6)));
