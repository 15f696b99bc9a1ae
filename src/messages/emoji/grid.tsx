import { css } from '@emotion/react';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  type MouseEvent,
  type Ref,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { pressedKey } from '../../ui/keys.ts';
import { color, radius, size, space } from '../../ui/style/tokens.ts';
import { type Cell, cellAfter, type Head, type Move, type Row, rowOf } from './rows.ts';

const CELL_PX = 44;
const HEAD_PX = 32;
const END_PX = 8;

const styles = {
  root: css({
    flex: 1,
    minBlockSize: 0,
    overflowY: 'auto',
    overflowX: 'hidden',
    position: 'relative',
    contain: 'strict',
  }),
  row: css({
    position: 'absolute',
    insetInline: 0,
    display: 'grid',
    '&[data-head]': {
      alignItems: 'end',
      paddingInline: space(1.5),
      paddingBlockEnd: space(1),
      fontSize: size.xs,
      fontWeight: 600,
      color: color.soft,
    },
    '& > button': {
      minInlineSize: 0,
      blockSize: `${CELL_PX}px`,
      padding: 0,
      fontSize: '26px',
      lineHeight: 1,
      borderRadius: radius.field,
    },
    '& > button:hover': { backgroundColor: color.hover },
    '& > button:active': { transform: 'scale(0.88)' },
  }),
};

const MOVES: Readonly<Record<string, Move>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
  Home: 'first',
  End: 'last',
};
const MIRRORED: Readonly<Record<string, Move>> = { ...MOVES, ArrowLeft: 'right', ArrowRight: 'left' };

/** Imperative handle by which the picker scrolls the grid to a group or moves the focus into it. */
export type GridHandle = {
  readonly focusFirst: () => void;
  readonly showRow: (row: number) => void;
};

type Props = {
  readonly rows: readonly Row[];
  readonly columns: number;
  readonly nameOf: (place: number) => string | undefined;
  readonly onPick: (cell: Cell) => void;
  /** Called when the user moves up from the first row, so that the caller can move the focus. */
  readonly onLeave: () => void;
  /** Called with the heading of the section of the topmost visible row, when it changes. */
  readonly onSight: (head: Head | undefined) => void;
  readonly handle: Ref<GridHandle>;
};

const heightOf = (row: Row | undefined) => (row?.kind === 'head' ? HEAD_PX : CELL_PX);

function headAbove(rows: readonly Row[], at: number): Head | undefined {
  const above = rows.slice(0, at + 1).findLast((row) => row.kind === 'head');
  return above?.kind === 'head' ? above.head : undefined;
}

/** Virtualized emoji grid: only rows near the viewport are in the document. Roving tabindex; the arrow keys move the focus. */
export const Grid = ({ rows, columns, nameOf, onPick, onLeave, onSight, handle }: Props) => {
  const { t } = useTranslation('emoji');
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  const moving = useRef(false);
  const activeRow = Math.max(0, rowOf(rows, active));
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: useCallback((at: number) => heightOf(rows[at]), [rows]),
    getItemKey: useCallback((at: number) => at, []),
    overscan: 3,
    paddingEnd: END_PX,
    // The row with the focusable cell stays in the document wherever the grid is scrolled, so that Tab can reach it.
    rangeExtractor: (range) => [...new Set([...defaultRangeExtractor(range), activeRow])].sort((a, b) => a - b),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: changed rows are measured again
  useLayoutEffect(() => virtualizer.measure(), [rows]);
  const first = virtualizer.range?.startIndex ?? 0;
  const sight = headAbove(rows, first);
  useEffect(() => onSight(sight), [sight, onSight]);

  /** Focuses the button of a cell; false if the button is not in the document. */
  const focused = (cell: number) => {
    const button = scroller.current?.querySelector<HTMLElement>(`[data-cell="${cell}"]`);
    button?.focus({ preventScroll: true });
    return button !== null && button !== undefined;
  };
  useLayoutEffect(() => {
    if (moving.current && focused(active)) moving.current = false;
  });
  const focusCell = (cell: number) => {
    setActive(cell);
    virtualizer.scrollToIndex(Math.max(0, rowOf(rows, cell)));
    // A cell outside the viewport gets the focus in the layout effect, once it is rendered.
    moving.current = !focused(cell);
  };
  useImperativeHandle(handle, () => ({
    focusFirst: () => focusCell(0),
    showRow: (row) => virtualizer.scrollToIndex(row, { align: 'start' }),
  }));

  const cellAt = (target: EventTarget) => {
    const at = Number((target as Element).closest<HTMLElement>('[data-cell]')?.dataset['cell'] ?? Number.NaN);
    const row = rows[rowOf(rows, at)];
    return row?.kind === 'cells' ? { at, cell: row.cells[at - row.from] } : undefined;
  };
  const onClick = ({ target }: MouseEvent) => {
    const found = cellAt(target);
    if (!found?.cell) return;
    setActive(found.at);
    onPick(found.cell);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const rtl = getComputedStyle(event.currentTarget).direction === 'rtl';
    const move = (rtl ? MIRRORED : MOVES)[pressedKey(event)];
    if (!move) return;
    event.preventDefault();
    const next = cellAfter(rows, active, move);
    if (next === undefined) onLeave();
    else focusCell(next);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles the clicks and keys of the buttons inside
    <div css={styles.root} ref={scroller} onClick={onClick} onKeyDown={onKeyDown}>
      <div style={{ blockSize: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start, size: block }) => {
          const row = rows[index];
          const style = { insetBlockStart: start, blockSize: block };
          if (row?.kind !== 'cells')
            return (
              <p css={styles.row} key={index} data-head style={style}>
                {row ? t(`group.${row.head}`) : ''}
              </p>
            );
          return (
            <div css={styles.row} key={index} style={{ ...style, gridTemplateColumns: `repeat(${columns}, 1fr)` }}>
              {row.cells.map(({ glyph, place }, column) => (
                <button
                  key={place}
                  type="button"
                  data-cell={row.from + column}
                  tabIndex={row.from + column === active ? 0 : -1}
                  aria-label={nameOf(place) ?? glyph}
                  title={nameOf(place)}
                >
                  {glyph}
                </button>
              ))}
            </div>
          );
        })}
      </div>
    </div>
  );
};

/** Returns the number of emoji columns that fit into `width` px with cells large enough to tap; at least five. */
export const columnsIn = (width: number): number => Math.max(5, Math.floor(width / CELL_PX));
