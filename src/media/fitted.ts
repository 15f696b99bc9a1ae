type Size = { readonly w: number; readonly h: number };

/** The size within an edge, in whole pixels, never larger than it is. */
export function fitted({ w, h }: Size, edge: number): Size {
  const scale = Math.min(1, edge / Math.max(w, h, 1));
  return { w: Math.max(1, Math.round(w * scale)), h: Math.max(1, Math.round(h * scale)) };
}

/** Quarters of a turn, clockwise. */
export type Turn = 0 | 1 | 2 | 3;
export const turned = (turn: Turn): Turn => ((turn + 1) % 4) as Turn;
/** The size after so many quarter turns. */
export const turnedSize = ({ w, h }: Size, turn: Turn): Size => (turn % 2 === 1 ? { w: h, h: w } : { w, h });
