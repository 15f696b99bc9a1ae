/** x and y in canvas pixels of the portrait drawings (960 × 1280); y grows downwards. */
export type Point = readonly [number, number];
/** Points in order, through which `smooth`, `sample` and `ribbon` draw a curve. */
export type Curve = readonly Point[];

const short = (value: number) => String(Math.round(value * 10) / 10);
const pair = ([x, y]: Point) => `${short(x)} ${short(y)}`;

/** Linear interpolation: `a` at 0, `b` at 1. */
export const mix = (a: number, b: number, t: number) => a + (b - a) * t;
/** Limits a number to a range, by default 0..1. */
export const clamp = (value: number, low = 0, high = 1) => Math.min(high, Math.max(low, value));
/** Linear interpolation between two points. */
export const between = (a: Point, b: Point, t: number): Point => [mix(a[0], b[0], t), mix(a[1], b[1], t)];
/** Smooth step: 0 up to `low`, 1 from `high`, without a corner at either. */
export function ease(low: number, high: number, value: number): number {
  const t = clamp((value - low) / (high - low));
  return t * t * (3 - 2 * t);
}

function pick(points: Curve, index: number, closed: boolean): Point {
  const count = points.length;
  const at = closed ? (index + count) % count : clamp(index, 0, count - 1);
  return points[at] ?? [0, 0];
}

/** SVG path data of a curve through every point (Catmull-Rom), so that shapes are written as the points they touch; closed by default. */
export function smooth(points: Curve, closed = true): string {
  const parts = [`M${pair(pick(points, 0, closed))}`];
  const segments = closed ? points.length : points.length - 1;
  for (let i = 0; i < segments; i++) {
    const [before, from, to, after] = [-1, 0, 1, 2].map((step) => pick(points, i + step, closed)) as [
      Point,
      Point,
      Point,
      Point,
    ];
    // A doubled point is a corner: the segment between its halves is empty.
    if (from[0] === to[0] && from[1] === to[1]) continue;
    const first: Point = [from[0] + (to[0] - before[0]) / 6, from[1] + (to[1] - before[1]) / 6];
    const second: Point = [to[0] - (after[0] - from[0]) / 6, to[1] - (after[1] - from[1]) / 6];
    parts.push(`C${pair(first)} ${pair(second)} ${pair(to)}`);
  }
  return parts.join('') + (closed ? 'Z' : '');
}

/** The point at `t` (0..1) of the open curve through the points; each segment takes the same share of `t`. */
export function along(points: Curve, t: number): Point {
  const at = clamp(t) * (points.length - 1);
  const i = Math.min(points.length - 2, Math.floor(at));
  const u = at - i;
  const [a, b, c, d] = [-1, 0, 1, 2].map((step) => pick(points, i + step, false)) as [Point, Point, Point, Point];
  const axis = (k: 0 | 1) =>
    0.5 *
    (2 * b[k] +
      (c[k] - a[k]) * u +
      (2 * a[k] - 5 * b[k] + 4 * c[k] - d[k]) * u * u +
      (3 * b[k] - a[k] - 3 * c[k] + d[k]) * u * u * u);
  return [axis(0), axis(1)];
}

/** `count` points of the curve at equal steps of `t`, from `from` to `to`. */
export const sample = (points: Curve, count: number, from = 0, to = 1): Point[] =>
  Array.from({ length: count }, (_, i) => along(points, mix(from, to, i / (count - 1))));

/** Unit normal of the curve at sample `i`, to the left of its direction. */
export function normal(points: Curve, i: number): Point {
  const before = pick(points, i - 1, false);
  const after = pick(points, i + 1, false);
  const [dx, dy] = [after[0] - before[0], after[1] - before[1]];
  const length = Math.hypot(dx, dy) || 1;
  return [dy / length, -dx / length];
}

/** SVG path data of a stroke whose width (px, by position 0..1) may vary: brows, lashes, strands, folds. */
export function ribbon(spine: Curve, width: (t: number) => number, count = 10): string {
  const points = sample(spine, count);
  const side = (sign: 1 | -1) =>
    points.map((point, i): Point => {
      const [nx, ny] = normal(points, i);
      const half = (width(i / (count - 1)) / 2) * sign;
      return [point[0] + nx * half, point[1] + ny * half];
    });
  return smooth([...side(1), ...side(-1).reverse()]);
}

/** SVG path data of a circle, or of an ellipse if `ry` is given. */
export const circle = ([x, y]: Point, rx: number, ry = rx): string =>
  `M${short(x - rx)} ${short(y)}a${short(rx)} ${short(ry)} 0 1 0 ${short(rx * 2)} 0a${short(rx)} ${short(ry)} 0 1 0 ${short(-rx * 2)} 0Z`;

/** SVG path data of a closed polygon. */
export const polygon = (points: Curve): string => `M${points.map(pair).join('L')}Z`;
