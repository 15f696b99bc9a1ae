type Size = { readonly w: number; readonly h: number };
/** Position and size of a picture within an album, px; `index` is its index in the message. */
export type Tile = {
  readonly index: number;
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
};
/** Layout of an album, as computed by `albumRows`; `height` of the whole album in px. */
export type AlbumRows = { readonly tiles: readonly Tile[]; readonly height: number };

/** Gap between two pictures, px. */
export const GAP_PX = 2;
/** Bounds of the aspect ratio (width / height) of a tile. A picture beyond them is cropped. */
const [NARROWEST, WIDEST] = [0.6, 2];
const ROW_MAX_ITEMS = 3;
const ROW_MAX_SHARE = 1.25;
/** Target height of a row, as a fraction of the album's width. */
const BEST_SHARE = 0.5;

const ratioOf = ({ w, h }: Size) => Math.min(WIDEST, Math.max(NARROWEST, w > 0 && h > 0 ? w / h : 1));
const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0);

function heightOf(ratios: readonly number[], width: number): number {
  const room = width - GAP_PX * (ratios.length - 1);
  return Math.min(Math.round(room / sumOf(ratios)), Math.round(width * ROW_MAX_SHARE));
}

/**
 * Returns the number of pictures in each row of an album, one to three: the division whose row heights have the least sum of squared
 * deviations from the target height.
 */
function rowSizes(ratios: readonly number[], width: number): readonly number[] {
  const best: { readonly cost: number; readonly rows: readonly number[] }[] = [{ cost: 0, rows: [] }];
  for (let end = 1; end <= ratios.length; end += 1) {
    const ways = [1, 2, 3].filter((count) => count <= Math.min(end, ROW_MAX_ITEMS));
    const tried = ways.map((count) => {
      const before = best[end - count] ?? { cost: 0, rows: [] };
      const off = heightOf(ratios.slice(end - count, end), width) - width * BEST_SHARE;
      return { cost: before.cost + off * off, rows: [...before.rows, count] };
    });
    best.push(tried.reduce((least, one) => (one.cost < least.cost ? one : least)));
  }
  return best.at(-1)?.rows ?? [];
}

/**
 * Computes the layout of an album: rows of one to three pictures, each row as wide as the album. It depends only on the sizes and
 * the width, so the height is known before a picture is loaded.
 */
export function albumRows(items: readonly Size[], width: number): AlbumRows {
  const ratios = items.map(ratioOf);
  const tiles: Tile[] = [];
  let [at, y] = [0, 0];
  for (const count of rowSizes(ratios, width)) {
    const row = ratios.slice(at, at + count);
    const h = heightOf(row, width);
    const room = width - GAP_PX * (count - 1);
    let x = 0;
    for (const [place, ratio] of row.entries()) {
      // The last tile of a row absorbs the rounding error.
      const w = place === count - 1 ? width - x : Math.round((room * ratio) / sumOf(row));
      tiles.push({ index: at + place, x, y, w, h });
      x += w + GAP_PX;
    }
    at += count;
    y += h + GAP_PX;
  }
  return { tiles, height: Math.max(0, y - GAP_PX) };
}
