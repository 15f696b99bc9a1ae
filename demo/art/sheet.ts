import type { Colour } from './colour.ts';
import type { Point } from './geometry.ts';

/** One stop of a gradient: offset (0..1), colour and opacity (default 1). */
export type Stop = readonly [number, Colour, number?];
/** Blurs to which `Sheet.blur` rounds up, in drawing units: only a few, so that many shapes share one filter. */
const SOFTNESS = [2, 2.6, 4, 6, 8, 11, 15, 20, 27, 44];
type Attributes = Readonly<Record<string, string | number | undefined>>;

const stops = (list: readonly Stop[]) =>
  list
    .map(([at, colour, opacity = 1]) => `<stop offset="${at}" stop-color="${colour}" stop-opacity="${opacity}"/>`)
    .join('');

const attributes = (list: Attributes) =>
  Object.entries(list)
    .map(([name, value]) => (value === undefined ? '' : ` ${name}="${value}"`))
    .join('');

/**
 * SVG of a filled or stroked shape. `opacity` becomes that of the fill or the stroke (shapes here have only one of them): the real
 * attribute makes the renderer allocate a layer for every strand of hair, which takes most of the rendering time.
 */
export function path(d: string, { opacity, ...list }: Attributes): string {
  const level = opacity === undefined ? undefined : Math.round(Number(opacity) * 100) / 100;
  const name = list['fill'] === 'none' ? 'stroke-opacity' : 'fill-opacity';
  return `<path d="${d}"${attributes({ ...list, [name]: level })}/>`;
}
/** SVG of a stroked path with round ends. */
export const line = (d: string, stroke: string, width: number, list: Attributes = {}): string =>
  path(d, { fill: 'none', stroke, 'stroke-width': width, 'stroke-linecap': 'round', ...list });
/** SVG group with common attributes, such as a clip or a filter. */
export const group = (content: string, list: Attributes): string => `<g${attributes(list)}>${content}</g>`;

/** Joins soft shapes whose order does not matter to one layer per blur, because the rendering cost is per blurred layer, not per shape. */
export function gather(parts: readonly string[]): string {
  const layers = new Map<string, string>();
  for (const part of parts) {
    const filter = /^<path [^<]* filter="([^"]+)"[^<]*\/>$/.exec(part)?.[1] ?? '';
    layers.set(filter, (layers.get(filter) ?? '') + (filter ? part.replace(` filter="${filter}"`, '') : part));
  }
  return [...layers].map(([filter, content]) => (filter ? group(content, { filter }) : content)).join('');
}

/**
 * Collects the shared definitions of one picture: gradients, blurs, clips and masks, each defined once. The methods return `url(#...)`; a
 * blur too small to be visible is undefined.
 */
export class Sheet {
  readonly #known = new Map<string, string>();
  readonly #defs: string[] = [];
  readonly #scale: number;

  /** `scale`: output pixels for each unit of the drawing. */
  constructor(scale: number) {
    this.#scale = scale;
  }

  #define(content: (id: string) => string): string {
    const key = content('');
    const known = this.#known.get(key);
    if (known) return known;
    const id = `d${this.#defs.length}`;
    this.#defs.push(content(id));
    this.#known.set(key, `url(#${id})`);
    return `url(#${id})`;
  }

  linear(from: Point, to: Point, list: readonly Stop[]): string {
    const place = `x1="${from[0].toFixed(1)}" y1="${from[1].toFixed(1)}" x2="${to[0].toFixed(1)}" y2="${to[1].toFixed(1)}"`;
    return this.#define(
      (id) => `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" ${place}>${stops(list)}</linearGradient>`,
    );
  }

  radial(centre: Point, radius: number, list: readonly Stop[]): string {
    const place = `cx="${centre[0].toFixed(1)}" cy="${centre[1].toFixed(1)}" r="${radius.toFixed(1)}"`;
    return this.#define(
      (id) => `<radialGradient id="${id}" gradientUnits="userSpaceOnUse" ${place}>${stops(list)}</radialGradient>`,
    );
  }

  /**
   * Returns a filter that blurs by about `wish` drawing units; undefined if that is too little to be seen. Its generous region keeps the
   * blur of thin shapes from being cut at their box.
   */
  blur(wish: number): string | undefined {
    // Below two output pixels the renderer leaves its fast path, without a visible difference.
    if (wish * this.#scale < 1.2) return undefined;
    const step = SOFTNESS.find((step) => step >= wish) ?? 44;
    const deviation = Math.round(Math.max(step, 2 / this.#scale) * 10) / 10;
    return this.#define(
      (id) =>
        `<filter id="${id}" x="-0.6" y="-0.6" width="2.2" height="2.2" color-interpolation-filters="sRGB"><feGaussianBlur stdDeviation="${deviation}"/></filter>`,
    );
  }

  clip(d: string): string {
    return this.#define((id) => `<clipPath id="${id}"><path d="${d}"/></clipPath>`);
  }

  /** Returns a mask under which an element is visible only where `content` is white. */
  mask(content: string): string {
    return this.#define(
      (id) =>
        `<mask id="${id}" maskUnits="userSpaceOnUse" x="-200" y="-200" width="1400" height="1700">${content}</mask>`,
    );
  }

  get defs(): string {
    return `<defs>${this.#defs.join('')}</defs>`;
  }
}
