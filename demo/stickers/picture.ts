export type Point = readonly [number, number];

/**
 * Layers of a sticker: `art` is visible, `cut` is the same silhouette without colours, from which the white rim is made. Details inside
 * another shape have no cut.
 */
export interface Part {
  readonly cut: string;
  readonly art: string;
}

/** px: the dark line around shapes, and how far the white reaches beyond it on either side. */
const LINE = 6;
const RIM = 16;

export const short = (value: number): string => String(Math.round(value * 10) / 10);
const opaque = (opacity: number) => (opacity === 1 ? '' : ` opacity="${opacity}"`);

/** A filled shape with a dark line around it. */
export const solid = (d: string, fill: string, line: string, width = LINE): Part => ({
  cut: `<path d="${d}"/>`,
  art: `<path d="${d}" fill="${fill}" stroke="${line}" stroke-width="${width}"/>`,
});

/** A filled shape without a line, still part of the silhouette. */
export const flat = (d: string, fill: string): Part => ({
  cut: `<path d="${d}"/>`,
  art: `<path d="${d}" fill="${fill}"/>`,
});

/** A shape inside another one. */
export const patch = (d: string, fill: string, opacity = 1): Part => ({
  cut: '',
  art: `<path d="${d}" fill="${fill}"${opaque(opacity)}/>`,
});

/** A line inside another shape. */
export const ink = (d: string, colour: string, width: number, opacity = 1): Part => ({
  cut: '',
  art: `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}"${opaque(opacity)}/>`,
});

/** A line outside of everything: with a rim of its own. */
export const stroke = (d: string, colour: string, width: number): Part => ({
  cut: `<path d="${d}" fill="none" stroke-width="${width + RIM}"/>`,
  art: `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}"/>`,
});

/** A thick line with a dark line around it: arms, legs, handles. */
export const tube = (d: string, width: number, fill: string, line: string, edge = LINE): Part => ({
  cut: `<path d="${d}" fill="none" stroke-width="${width + edge + RIM}"/>`,
  art: `<path d="${d}" fill="none" stroke="${line}" stroke-width="${width + edge}"/><path d="${d}" fill="none" stroke="${fill}" stroke-width="${width}"/>`,
});

export const join = (...parts: readonly Part[]): Part => ({
  cut: parts.map(({ cut }) => cut).join(''),
  art: parts.map(({ art }) => art).join(''),
});

/** `transform` in SVG syntax. */
export function moved(transform: string, ...parts: readonly Part[]): Part {
  const { cut, art } = join(...parts);
  const wrap = (content: string) => content && `<g transform="${transform}">${content}</g>`;
  return { cut: wrap(cut), art: wrap(art) };
}

export const flipped = (...parts: readonly Part[]): Part => moved('scale(-1 1)', ...parts);

/** Limbs are shapes that share one line: all lines first, then all fills. */
export function limb(line: string, ...pieces: readonly { cut: string; edge: string; fill: string }[]): Part {
  const all = (of: 'cut' | 'edge' | 'fill') => pieces.map((piece) => piece[of]).join('');
  return { cut: all('cut'), art: `<g stroke="${line}">${all('edge')}</g>${all('fill')}` };
}
/** Its cut is filled, so that no ground shows between an arm and the body. */
export const bone = (d: string, width: number, fill: string) => ({
  cut: `<path d="${d}" stroke-width="${width + LINE + RIM}"/>`,
  edge: `<path d="${d}" fill="none" stroke-width="${width + LINE}"/>`,
  fill: `<path d="${d}" fill="none" stroke="${fill}" stroke-width="${width}"/>`,
});
export const knob = (d: string, fill: string) => ({
  cut: `<path d="${d}"/>`,
  edge: `<path d="${d}" stroke-width="${LINE}"/>`,
  fill: `<path d="${d}" fill="${fill}"/>`,
});

/** Defines a shape once under `id`, for repeated use. */
export const kept = (id: string, d: string): string => `<path id="@${id}" d="${d}"/>`;
export const use = (id: string, fill: string, line: string, width = LINE): Part => ({
  cut: `<use href="#@${id}"/>`,
  art: `<use href="#@${id}" fill="${fill}" stroke="${line}" stroke-width="${width}"/>`,
});
/** Defines several shapes under `id`, and returns the reference. */
export const keptArt = (id: string, { art }: Part): string => `<g id="@${id}">${art}</g>`;
export const useArt = (id: string, cut: string): Part => ({ cut, art: `<use href="#@${id}"/>` });

/** Vertical gradient from `top` to `bottom` of the filled shape. */
export const gradient = (id: string, top: string, bottom: string): string =>
  `<linearGradient id="@${id}" x2="0" y2="1"><stop stop-color="${top}"/><stop offset="1" stop-color="${bottom}"/></linearGradient>`;

/** Fits a pose into the square with a 4 px margin: scales it by `scale` and moves it by x and y. */
export type Frame = readonly [scale: number, x: number, y: number];

/** The whole SVG. `@` before an id is replaced by the sticker's prefix, so that many fit on one page. */
export function picture(name: string, defs: string, [scale, x, y]: Frame, parts: readonly Part[]): string {
  const { cut, art } = moved(`translate(${x} ${y}) scale(${scale})`, ...parts);
  const rim = `<g id="@cut" stroke-width="${LINE + RIM}">${cut}</g>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 320" width="320" height="320" stroke-linejoin="round" stroke-linecap="round"><defs>${defs}${rim}</defs><use href="#@cut" fill="#fff" stroke="#fff"/>${art}</svg>`;
  return svg.replaceAll('@', `${name}-`);
}
