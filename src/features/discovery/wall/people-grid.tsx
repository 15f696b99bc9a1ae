import { css } from '@emotion/react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useShownPeople } from '../../../data/people/shown-people.ts';
import { useWatchedPeople } from '../../../data/people/use-watched-people.ts';
import { stopClip } from '../../../ui/media/clip-stage.ts';
import { type Layout, useGridLayout } from './columns.ts';
import { GridRow } from './grid-row.tsx';
import { useGridKeys } from './use-grid-keys.ts';

const styles = { root: css({ position: 'relative' }) };

/** Returns the distance of an element from the start of its scroll container, px, which the virtualizer needs. */
function useOffset(of: RefObject<HTMLElement | null>, scroller: RefObject<HTMLElement | null>): number {
  const [offset, setOffset] = useState(0);
  const look = () => {
    if (!of.current || !scroller.current) return;
    const below = of.current.getBoundingClientRect().top - scroller.current.getBoundingClientRect().top;
    setOffset(Math.round(below + scroller.current.scrollTop));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured before the first paint
  useLayoutEffect(look, []);
  // Measured after each render, as content above may have changed, but in a frame callback, so that it does not force a layout.
  useEffect(() => {
    const frame = requestAnimationFrame(look);
    return () => cancelAnimationFrame(frame);
  });
  return offset;
}

/** Number of rows above and below the viewport whose users are read. */
const READ_AHEAD = 8;
/** Number of rows before the end at which the next page is requested. */
const MORE_AT = 12;
const OVERSCAN = 2;
/** Rows of skeletons below a list that has more pages or is still loading. */
const WAITING_ROWS = 3;

/**
 * Props of the grid: the users to draw in this order, the element that scrolls, the callback that requests further ones, and the actions of
 * the cards.
 */
export type GridProps = {
  readonly label: string;
  readonly uids: readonly number[];
  readonly hasMore: boolean;
  /** Requests the next page; called once for each length of the list. */
  readonly onMore: () => void;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly mostColumns?: number;
  /** Draws the cards without actions, for signed-out visitors. */
  readonly withoutActs?: boolean;
  /** Kind of call that the cards offer; calls for gems by default. */
  readonly calls?: 'gems' | 'silver' | 'none';
};

/** Virtualized grid of portraits: only rows near the viewport are in the DOM. */
export const PeopleGrid = (props: GridProps) => {
  const root = useRef<HTMLDivElement>(null);
  const layout = useGridLayout(root, props.mostColumns);
  return (
    <div css={styles.root} ref={root}>
      {layout ? <Rows {...props} root={root} layout={layout} /> : null}
    </div>
  );
};

type RowsProps = GridProps & { readonly root: RefObject<HTMLElement | null>; readonly layout: Layout };

const Rows = ({
  label,
  uids,
  hasMore,
  onMore,
  scroller,
  withoutActs = false,
  calls = 'gems',
  root,
  layout,
}: RowsProps) => {
  const { columns, rowHeight } = layout;
  const known = Math.ceil(uids.length / columns);
  const scrollMargin = useOffset(root, scroller);
  const virtualizer = useVirtualizer({
    count: known + (hasMore || uids.length === 0 ? WAITING_ROWS : 0),
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    initialRect: { width: innerWidth, height: innerHeight },
    overscan: OVERSCAN,
    scrollMargin,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows are measured again when their height changes
  useLayoutEffect(() => virtualizer.measure(), [rowHeight]);

  const rows = virtualizer.getVirtualItems();
  const first = rows[0]?.index ?? 0;
  const last = rows.at(-1)?.index ?? 0;
  // Rounded to blocks of rows, so that scrolling by one row does not cause a database read.
  const from = Math.max(0, Math.floor((first - READ_AHEAD) / READ_AHEAD) * READ_AHEAD);
  const to = Math.ceil((last + READ_AHEAD) / READ_AHEAD) * READ_AHEAD;
  const people = useShownPeople(uids.slice(from * columns, to * columns));
  const inPage = uids.slice(first * columns, (last + 1) * columns);
  useWatchedPeople(inPage);

  const [entry, setEntry] = useState<number>();
  const tabStop = entry !== undefined && inPage.includes(entry) ? entry : inPage[0];
  const { onKeyDown, focusIfWanted } = useGridKeys({
    uids,
    columns,
    reveal: (row) => virtualizer.scrollToIndex(row, { align: 'auto' }),
    onMove: setEntry,
  });

  const askAt = hasMore && last >= known - MORE_AT ? uids.length : -1;
  useEffect(() => {
    if (askAt >= 0) onMore();
  }, [askAt, onMore]);
  useEffect(() => {
    const pane = scroller.current;
    const stop = () => stopClip();
    pane?.addEventListener('scroll', stop, { passive: true });
    return () => pane?.removeEventListener('scroll', stop);
  }, [scroller]);

  return (
    // biome-ignore lint/a11y/useSemanticElements: row elements are between the list and its items
    <div
      role="list"
      aria-label={label}
      aria-busy={uids.length === 0}
      style={{ blockSize: virtualizer.getTotalSize() }}
      onKeyDown={onKeyDown}
    >
      {rows.map(({ index, start }) => (
        <GridRow
          key={index}
          row={index}
          top={start - scrollMargin}
          layout={layout}
          uids={uids}
          endless={hasMore}
          people={people}
          tabStop={tabStop}
          withoutActs={withoutActs}
          calls={calls}
          onFocus={setEntry}
          onDrawn={focusIfWanted}
        />
      ))}
    </div>
  );
};
