/** How a picture is looked at. `x`, `y`: how far its middle is from that of the screen, px. */
export type View = { readonly scale: number; readonly x: number; readonly y: number };
type Point = { readonly x: number; readonly y: number };
type Box = { readonly w: number; readonly h: number };

export const WHOLE: View = { scale: 1, x: 0, y: 0 };
export const ZOOM_MAX = 6;
/** What a double tap leads to. */
export const CLOSE_UP = 2.5;

/** Keeps the picture over the screen: it never leaves its edges free. */
function within({ scale, x, y }: View, { w, h }: Box): View {
  const [most, high] = [(w * (scale - 1)) / 2, (h * (scale - 1)) / 2];
  return { scale, x: Math.min(most, Math.max(-most, x)), y: Math.min(high, Math.max(-high, y)) };
}

/** Comes closer by a factor, or goes back; what is at that point (from the middle of the screen) stays there. */
export function zoomed(view: View, factor: number, at: Point, box: Box): View {
  const scale = Math.min(ZOOM_MAX, Math.max(1, view.scale * factor));
  const by = scale / view.scale;
  return within({ scale, x: at.x - (at.x - view.x) * by, y: at.y - (at.y - view.y) * by }, box);
}

export const moved = (view: View, by: Point, box: Box): View =>
  within({ ...view, x: view.x + by.x, y: view.y + by.y }, box);
