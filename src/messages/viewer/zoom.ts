/** Zoom and pan of the picture in the full-screen viewer. `x`, `y`: offset of its centre from the centre of the screen, px. */
export type View = { readonly scale: number; readonly x: number; readonly y: number };
type Point = { readonly x: number; readonly y: number };
type Box = { readonly w: number; readonly h: number };

/** The initial view: the whole picture, not zoomed in. */
export const WHOLE: View = { scale: 1, x: 0, y: 0 };
/** Largest scale in the full-screen viewer. */
export const ZOOM_MAX = 6;
/** Scale to which a double tap or the zoom button zooms in. */
export const CLOSE_UP = 2.5;

/** Limits the pan so that the picture covers the box. */
function within({ scale, x, y }: View, { w, h }: Box): View {
  const [most, high] = [(w * (scale - 1)) / 2, (h * (scale - 1)) / 2];
  return { scale, x: Math.min(most, Math.max(-most, x)), y: Math.min(high, Math.max(-high, y)) };
}

/** Zooms by a factor; the point `at` (relative to the centre of the box) stays fixed. The scale is limited to 1 to `ZOOM_MAX`. */
export function zoomed(view: View, factor: number, at: Point, box: Box): View {
  const scale = Math.min(ZOOM_MAX, Math.max(1, view.scale * factor));
  const by = scale / view.scale;
  return within({ scale, x: at.x - (at.x - view.x) * by, y: at.y - (at.y - view.y) * by }, box);
}

/** Returns the view panned by an offset in px, limited so that the picture still covers the box. */
export const panned = (view: View, by: Point, box: Box): View =>
  within({ ...view, x: view.x + by.x, y: view.y + by.y }, box);
