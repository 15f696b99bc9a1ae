import { BACKDROPS, crossing } from './backdrops.ts';
import type { Choreography, Path, SceneSize, Swarm } from './choreography.ts';
import { ink } from './colours.ts';
import { type Box, type Chances, FLIGHTS } from './flights.ts';
import { randomFrom } from './random.ts';
import { SHAPES } from './shapes.ts';

type Pen = CanvasRenderingContext2D;

/** A gift animation with all parameters of its drawing; the same scene is always drawn the same. */
export type Scene = {
  readonly size: SceneSize;
  readonly choreography: Choreography;
  /** Number of gifts; a higher count draws more particles. */
  readonly count: number;
  readonly seed: number;
};

/** Size of the gift as a fraction of the scene's height; the width of the scene limits it further. */
const SHARE: Readonly<Record<SceneSize, number>> = { pop: 0.5, side: 0.56, full: 0.34 };
const FADE = 0.08;

/** Opacity at `t`: fades in and out within `FADE`. */
const shownAt = (t: number): number => Math.min(1, t / FADE, (1 - t) / FADE);

/**
 * Interpolates the keyframes of a gift's motion at the time `t` with smoothstep. Constant before the first and after the last;
 * `rest` if there are no `values`.
 */
export function along(
  { at }: Pick<Path, 'at'>,
  values: readonly number[] | undefined,
  t: number,
  rest: number,
): number {
  if (!values) return rest;
  const next = at.findIndex((moment) => t < moment);
  const [from = rest, to = rest] = [values[next - 1], values[next]];
  if (next < 0) return values.at(-1) ?? rest;
  if (next === 0) return to;
  const [begin = 0, end = 1] = [at[next - 1], at[next]];
  const k = (t - begin) / (end - begin);
  return from + (to - from) * k * k * (3 - 2 * k);
}

function drawSwarm(pen: Pen, swarm: Swarm, box: Box, t: number, count: number, random: () => number): void {
  const { shape, flight, inks, many, size, leave = [0.08, 0.5], life = 0.45 } = swarm;
  const all = Math.round(many * Math.min(2.2, 1 + Math.log2(count) / 4));
  const unit = Math.min(box.width, box.height) / 100;
  for (let one = 0; one < all; one += 1) {
    const chances: Chances = [random(), random(), random(), random()];
    const begin = leave[0] + (leave[1] - leave[0]) * random();
    const r = (size[0] + (size[1] - size[0]) * random()) * unit;
    const colour = ink[inks[one % inks.length] ?? 'gold'];
    const k = (t - begin) / life;
    if (k <= 0 || k >= 1) continue;
    const { x, y, turn, grow } = FLIGHTS[flight](chances, k, box);
    pen.save();
    pen.translate(x, y);
    pen.rotate(turn);
    pen.globalAlpha = Math.min(1, k * 8, (1 - k) * 3, (1 - t) / FADE);
    pen.fillStyle = colour;
    SHAPES[shape](pen, Math.max(0.1, r * grow), colour);
    pen.restore();
  }
}

/** Dark layer behind a full-screen gift, so that its lights are visible on any page. */
function drawNight(pen: Pen, { width, height }: Box, shown: number): void {
  pen.globalAlpha = shown * 0.86;
  pen.fillStyle = ink.night;
  pen.fillRect(-width / 2, -height / 2, width, height);
}

/** Draws one frame of a gift animation at the time `t`, 0 to 1. Deterministic: the same arguments draw the same picture. */
export function drawFrame(
  pen: Pen,
  { size, choreography, count, seed }: Scene,
  { width, height }: { readonly width: number; readonly height: number },
  t: number,
  picture: CanvasImageSource,
): void {
  const { path, backdrops, swarms } = choreography;
  const gift = Math.min(height * SHARE[size], width * 0.62);
  const box: Box = { width, height, gift };
  const shown = shownAt(t);
  const random = randomFrom(seed);
  pen.clearRect(0, 0, width, height);
  pen.save();
  pen.translate(width / 2, height / 2);
  if (size === 'full') drawNight(pen, box, shown);
  for (const backdrop of backdrops) {
    pen.save();
    pen.globalAlpha = shown;
    BACKDROPS[backdrop](pen, box, t, shown, seed);
    pen.restore();
  }
  // Each particle group has its own random stream, independent of the drawing order.
  const streams = swarms.map((swarm) => ({ swarm, random: randomFrom(Math.floor(random() * 2 ** 31)) }));
  for (const { swarm, random: own } of streams) if (swarm.behind) drawSwarm(pen, swarm, box, t, count, own);
  pen.save();
  pen.globalAlpha = shown;
  const place = path.crosses ? crossing(box, t) : { x: 0, y: 0 };
  pen.translate(place.x + along(path, path.x, t, 0) * gift, place.y + along(path, path.y, t, 0) * gift);
  pen.rotate((along(path, path.turn, t, 0) * Math.PI) / 180);
  const scale = Math.max(0.001, along(path, path.scale, t, 1));
  pen.scale(scale, scale);
  pen.drawImage(picture, -gift / 2, -gift / 2, gift, gift);
  pen.restore();
  for (const { swarm, random: own } of streams) if (!swarm.behind) drawSwarm(pen, swarm, box, t, count, own);
  pen.restore();
}
