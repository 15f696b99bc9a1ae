import { type RefObject, useLayoutEffect, useState } from 'react';

/** Number of columns of the wall by window width, px. */
const STEPS = [
  [1536, 6],
  [1280, 5],
  [1024, 4],
  [600, 3],
] as const;

/** Number of columns of the wall for a window width in px. */
export const columnsFor = (windowWidth: number): number => STEPS.find(([from]) => windowWidth >= from)?.[1] ?? 2;

/** Gap between the cards of the wall for a window width in px, px. */
export const gapFor = (windowWidth: number): number => (windowWidth < 600 ? 10 : 16);

/** Layout of the wall's grid; `gap` and `rowHeight` in px, `rowHeight` includes the gap. */
export type Layout = { readonly columns: number; readonly gap: number; readonly rowHeight: number };

/**
 * Computes the grid of the wall: columns and gap from the window's width, row height (one card and the gap) from the grid's `width`, px.
 * Cards have the aspect ratio 3:4, so the row height is known before rendering. `most`: largest number of columns.
 */
export function layoutFor(width: number, windowWidth: number, most = Number.POSITIVE_INFINITY): Layout {
  const columns = Math.min(columnsFor(windowWidth), most);
  const gap = gapFor(windowWidth);
  const card = (width - gap * (columns - 1)) / columns;
  return { columns, gap, rowHeight: Math.round((card * 4) / 3) + gap };
}

/** `sizes` attribute of the portraits on the wall: a card's width by the width of the window. */
export const CARD_SIZES =
  '(min-width: 1536px) 16vw, (min-width: 1280px) 19vw, (min-width: 1024px) 23vw, (min-width: 600px) 31vw, 46vw';

/** Returns the layout of the grid for the width of an element, and re-renders when it changes. Undefined before the first measurement. */
export function useGridLayout(element: RefObject<HTMLElement | null>, most?: number): Layout | undefined {
  const [layout, setLayout] = useState<Layout>();
  useLayoutEffect(() => {
    const grid = element.current;
    if (!grid) return;
    const measure = () => {
      const next = layoutFor(grid.clientWidth, innerWidth, most);
      setLayout((known) =>
        known && known.columns === next.columns && known.rowHeight === next.rowHeight ? known : next,
      );
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(grid);
    return () => observer.disconnect();
  }, [element, most]);
  return layout;
}
