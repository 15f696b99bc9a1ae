/** x and y in pixels of the pose; y grows downwards. */
export type Point = readonly [number, number];

/**
 * Layers of a drawn part of a sticker: `art` is visible, `cut` is the same silhouette without colours, from which the white rim is made.
 * Details inside another shape have no cut.
 */
export interface Part {
  readonly cut: string;
  readonly art: string;
}

/** Stroke widths in px: LINE of the dark line around shapes, and RIM of the white that is added to it, half of it on either side. */
const LINE = 6;
const RIM = 16;

/** Formats a number for path data, with at most one decimal. */
export const short = (value: number): string => String(Math.round(value * 10) / 10);
const opaque = (opacity: number) => (opacity === 1 ? '' : ` opacity="${opacity}"`);

/** Draws a shape filled with `fill` and outlined with the colour `line`; it is part of the silhouette. */
export const solid = (d: string, fill: string, line: string, width = LINE): Part => ({
  cut: `<path d="${d}"/>`,
  art: `<path d="${d}" fill="${fill}" stroke="${line}" stroke-width="${width}"/>`,
});

/** Draws a filled shape without an outline, still part of the silhouette. */
export const flat = (d: string, fill: string): Part => ({
  cut: `<path d="${d}"/>`,
  art: `<path d="${d}" fill="${fill}"/>`,
});

/** Draws a filled shape inside another one, which is not part of the silhouette. */
export const patch = (d: string, fill: string, opacity = 1): Part => ({
  cut: '',
  art: `<path d="${d}" fill="${fill}"${opaque(opacity)}/>`,
});

/** Draws a line inside another shape, which is not part of the silhouette. */
export const ink = (d: string, colour: string, width: number, opacity = 1): Part => ({
  cut: '',
  art: `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}"${opaque(opacity)}/>`,
});

/** Draws a line outside of all shapes, with a white rim of its own. */
export const stroke = (d: string, colour: string, width: number): Part => ({
  cut: `<path d="${d}" fill="none" stroke-width="${width + RIM}"/>`,
  art: `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}"/>`,
});

/** Draws a thick line with a dark outline: legs, handles. */
export const tube = (d: string, width: number, fill: string, line: string, edge = LINE): Part => ({
  cut: `<path d="${d}" fill="none" stroke-width="${width + edge + RIM}"/>`,
  art: `<path d="${d}" fill="none" stroke="${line}" stroke-width="${width + edge}"/><path d="${d}" fill="none" stroke="${fill}" stroke-width="${width}"/>`,
});

/** Joins parts to one, from back to front. */
export const join = (...parts: readonly Part[]): Part => ({
  cut: parts.map(({ cut }) => cut).join(''),
  art: parts.map(({ art }) => art).join(''),
});

/** Joins parts and transforms them; `transform` in SVG syntax. */
export function moved(transform: string, ...parts: readonly Part[]): Part {
  const { cut, art } = join(...parts);
  const wrap = (content: string) => content && `<g transform="${transform}">${content}</g>`;
  return { cut: wrap(cut), art: wrap(art) };
}

/** Joins parts and mirrors them at x = 0. */
export const flipped = (...parts: readonly Part[]): Part => moved('scale(-1 1)', ...parts);

/** Joins pieces made by `bone` and `knob` to one shape with a common outline: all outlines first, then all fills. */
export function limb(line: string, ...pieces: readonly { cut: string; edge: string; fill: string }[]): Part {
  const all = (of: 'cut' | 'edge' | 'fill') => pieces.map((piece) => piece[of]).join('');
  return { cut: all('cut'), art: `<g stroke="${line}">${all('edge')}</g>${all('fill')}` };
}
/** Makes a thick line as a piece of a `limb`. Its cut is filled, so that no background shows between an arm and the body. */
export const bone = (d: string, width: number, fill: string) => ({
  cut: `<path d="${d}" stroke-width="${width + LINE + RIM}"/>`,
  edge: `<path d="${d}" fill="none" stroke-width="${width + LINE}"/>`,
  fill: `<path d="${d}" fill="none" stroke="${fill}" stroke-width="${width}"/>`,
});
/** Makes a filled shape, such as a hand or foot, as a piece of a `limb`. */
export const knob = (d: string, fill: string) => ({
  cut: `<path d="${d}"/>`,
  edge: `<path d="${d}" stroke-width="${LINE}"/>`,
  fill: `<path d="${d}" fill="${fill}"/>`,
});

/** Defines a shape once under `id` in the SVG definitions; `use` draws it. */
export const defineShape = (id: string, d: string): string => `<path id="@${id}" d="${d}"/>`;
/** Draws a shape that `defineShape` defined, filled and outlined. */
export const use = (id: string, fill: string, line: string, width = LINE): Part => ({
  cut: `<use href="#@${id}"/>`,
  art: `<use href="#@${id}" fill="${fill}" stroke="${line}" stroke-width="${width}"/>`,
});
/** Defines a drawn part once under `id` in the SVG definitions; `useArt` draws it. */
export const defineArt = (id: string, { art }: Part): string => `<g id="@${id}">${art}</g>`;
/** Draws a part that `defineArt` defined; `cut` is its silhouette. */
export const useArt = (id: string, cut: string): Part => ({ cut, art: `<use href="#@${id}"/>` });

/** Defines a vertical gradient from `top` to `bottom` of the filled shape; fill with `url(#@<id>)`. */
export const gradient = (id: string, top: string, bottom: string): string =>
  `<linearGradient id="@${id}" x2="0" y2="1"><stop stop-color="${top}"/><stop offset="1" stop-color="${bottom}"/></linearGradient>`;

/** Fits a pose into the 320 px square with a margin of 4 px: scales it by `scale`, then moves it by x and y. */
export type Frame = readonly [scale: number, x: number, y: number];

/**
 * Composes the whole SVG of a sticker: definitions, white rim and parts. `@` before an id is replaced by the sticker's name, so that
 * several fit on one page.
 */
export function picture(name: string, defs: string, [scale, x, y]: Frame, parts: readonly Part[]): string {
  const { cut, art } = moved(`translate(${x} ${y}) scale(${scale})`, ...parts);
  const rim = `<g id="@cut" stroke-width="${LINE + RIM}">${cut}</g>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 320" width="320" height="320" stroke-linejoin="round" stroke-linecap="round"><defs>${defs}${rim}</defs><use href="#@cut" fill="#fff" stroke="#fff"/>${art}</svg>`;
  return svg.replaceAll('@', `${name}-`);
}
