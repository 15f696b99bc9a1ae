type Size = { readonly w: number; readonly h: number };

/** Returns the size scaled down so that its longer side is at most `edge`, in whole pixels. */
export function fitted({ w, h }: Size, edge: number): Size {
  const scale = Math.min(1, edge / Math.max(w, h, 1));
  return { w: Math.max(1, Math.round(w * scale)), h: Math.max(1, Math.round(h * scale)) };
}

/** Rotation that the user gives a picture before it is sent, in clockwise quarter turns. */
export type Turn = 0 | 1 | 2 | 3;
/** Returns the rotation after a further clockwise quarter turn, for the rotate button. */
export const turned = (turn: Turn): Turn => ((turn + 1) % 4) as Turn;
/** Returns the size of a picture after a rotation. */
export const turnedSize = ({ w, h }: Size, turn: Turn): Size => (turn % 2 === 1 ? { w: h, h: w } : { w, h });
