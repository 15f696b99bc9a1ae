/** A colour of the portrait drawings as `#rrggbb`, the only notation that `blend` reads. */
export type Colour = `#${string}`;

const channels = (colour: Colour) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));

/** Mixes two colours, from `a` at 0 to `b` at 1, in squared light, which prevents blends of skin and shadow from going grey. */
export function blend(a: Colour, b: Colour, t: number): Colour {
  const [from, to] = [channels(a), channels(b)];
  const mixed = from.map((value, i) => Math.sqrt(value * value * (1 - t) + (to[i] ?? 0) ** 2 * t));
  return `#${mixed.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`;
}

/** Mixes a colour with warm white, fully at 1. */
export const lighter = (colour: Colour, t: number): Colour => blend(colour, '#fff6ea', t);
/** Mixes a colour with a warm black, fully at 1. */
export const darker = (colour: Colour, t: number): Colour => blend(colour, '#160a14', t);
