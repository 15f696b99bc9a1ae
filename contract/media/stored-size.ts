import {
  PICTURE_KEPT_EDGE_PX,
  PICTURE_MAX_EDGE_PX,
  PICTURE_STORED_PIXELS,
  PICTURE_STORED_SHORT_EDGE_PX,
} from './rules.ts';

type Size = { readonly w: number; readonly h: number };

/**
 * Returns the size at which a picture is stored, in whole pixels and never larger than the original: with a longer edge of at most
 * `PICTURE_KEPT_EDGE_PX` or a shorter one of at most `PICTURE_STORED_SHORT_EDGE_PX`, whichever is larger, so that a long screenshot stays
 * readable. Its area is limited too. The client scales to it before the upload, the server again.
 */
export function storedSize({ w, h }: Size): Size {
  const [long, short] = [Math.max(w, h, 1), Math.max(Math.min(w, h), 1)];
  const byEdges = Math.max(PICTURE_KEPT_EDGE_PX / long, PICTURE_STORED_SHORT_EDGE_PX / short);
  const byArea = Math.sqrt(PICTURE_STORED_PIXELS / (long * short));
  const scale = Math.min(1, byEdges, byArea, PICTURE_MAX_EDGE_PX / long);
  return { w: Math.max(1, Math.round(w * scale)), h: Math.max(1, Math.round(h * scale)) };
}
