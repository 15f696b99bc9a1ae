/** `#rrggbb` only: the composer never reads colours from outside. */
export type Colour = `#${string}`;

const channels = (colour: Colour) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));

/** Mixed in squared light, which keeps blends of skin and shadow from going grey. */
export function blend(a: Colour, b: Colour, t: number): Colour {
  const [from, to] = [channels(a), channels(b)];
  const mixed = from.map((value, i) => Math.sqrt(value * value * (1 - t) + (to[i] ?? 0) ** 2 * t));
  return `#${mixed.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`;
}

export const lighter = (colour: Colour, t: number): Colour => blend(colour, '#fff6ea', t);
export const darker = (colour: Colour, t: number): Colour => blend(colour, '#160a14', t);
