import { css } from '@emotion/react';
import { useVirtualizer } from '@tanstack/react-virtual';
import i18next from 'i18next';
import { memo, useCallback, useContext, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { placeOf } from '#db/reads/message-order.ts';
import type { MessageRow } from '#db/schema.ts';
import { currentLanguage } from '../i18n/i18n.ts';
import { loadWords } from '../i18n/more.ts';
import { showToast } from '../ui/feedback/toast.ts';
import { Lazy, partOf, renderNothing } from '../ui/lazy.tsx';
import { stillMotion } from '../ui/style/tokens.ts';
import { Bubble } from './bubble.tsx';
import { heightOfPayload } from './bubbles/kinds.tsx';
import { createHeightEstimate } from './estimate.ts';
import { Announcer } from './log/announcer.tsx';
import { hasReordered, type Item, makeItems } from './log/items.ts';
import { JumpButton } from './log/jump-button.tsx';
import type { MessageWindow } from './log/message-window.ts';
import { DayPill, UnreadDivider } from './log/separators.tsx';
import { useGestures } from './log/use-gestures.ts';
import { MessageActionsContext } from './message-actions.ts';
import { KnownRows } from './quote.tsx';

/**
 * Returns the number of messages received since the user scrolled up (`pinned` is false). A new own message calls `toEnd`, which
 * scrolls to the end.
 */
function useArrivals(rows: readonly MessageRow[], pinned: boolean, toEnd: () => void): number {
  const newest = rows.at(-1);
  // Messages arrive above own ones that are not accepted yet, so only the last incoming one marks where the new ones begin.
  const newestIncoming = rows.findLast(({ out }) => !out);
  const leftAt = useRef(newestIncoming?.mid);
  if (pinned) leftAt.current = newestIncoming?.mid;
  const from = rows.findLastIndex(({ mid }) => mid === leftAt.current);
  const count = pinned ? 0 : rows.slice(from + 1).filter(({ out }) => !out).length;

  const seen = useRef(newest?.mid);
  useEffect(() => {
    const isNew = newest !== undefined && newest.mid !== seen.current;
    seen.current = newest?.mid;
    if (isNew && newest.out && newest.state === 'sending') toEnd();
  }, [newest, toEnd]);
  return count;
}

/** Shows a toast that a quoted or found message is too far back to scroll to. */
const notifyTooFar = (): Promise<void> =>
  loadWords(currentLanguage(), 'around').then(
    () => void showToast(i18next.t('around:tooFar'), 'bad'),
    () => undefined,
  );

const messageMenu = partOf(() => import('./menu/message-menu.tsx'));
/** Time for which a message is highlighted after a jump to it, ms. */
const MARKED_MS = 2_000;
/** Duration of the animation of messages that change places, ms: the server's stamp of an own message may put it above others. */
const MOVE_MS = 200;
const NEAR_TOP_PX = 500;
const AT_END_PX = 60;

const styles = {
  root: css({ flex: 1, minBlockSize: 0, position: 'relative' }),
  scroller: css({
    position: 'absolute',
    inset: 0,
    display: 'flex',
    flexDirection: 'column',
    overflowY: 'auto',
    overflowX: 'hidden',
    overflowAnchor: 'none',
    overscrollBehavior: 'contain',
    '&:focus-visible': { outlineOffset: '-2px' },
  }),
  sheet: css({ position: 'relative', flexShrink: 0, inlineSize: '100%', marginBlockStart: 'auto' }),
  item: css({
    position: 'absolute',
    insetBlockStart: 0,
    insetInline: 0,
    '[data-moving] > &': { transition: `transform ${MOVE_MS}ms ease-in-out`, [stillMotion]: { transition: 'none' } },
  }),
};

type DrawProps = {
  readonly item: Item;
  readonly name: string;
  readonly language: string;
  readonly isTarget: boolean;
};

const Draw = ({ item, name, language, isTarget }: DrawProps) => {
  switch (item.kind) {
    case 'day':
      return <DayPill date={item.date} />;
    case 'divider':
      return <UnreadDivider />;
    case 'message':
      return (
        <Bubble
          row={item.row}
          first={item.first}
          last={item.last}
          name={name}
          language={language}
          isTarget={isTarget}
        />
      );
  }
};

type PlaceProps = DrawProps & {
  readonly index: number;
  /** Distance from the top of the list, px. */
  readonly start: number;
  readonly measure: (element: HTMLElement | null) => void;
};

/** An item at its position in the list. Memoized: a new message renders only its own position. */
const Place = memo(({ index, start, measure, ...drawn }: PlaceProps) => (
  <div css={styles.item} ref={measure} data-index={index} style={{ transform: `translateY(${start}px)` }}>
    <Draw {...drawn} />
  </div>
));
Place.displayName = 'Place';

function useItems(rows: readonly MessageRow[], dividerMid: string): readonly Item[] {
  const before = useRef<ReadonlyMap<string, Item>>(new Map());
  return useMemo(() => {
    const items = makeItems(rows, dividerMid, before.current);
    before.current = new Map(items.map((item) => [item.key, item]));
    return items;
  }, [rows, dividerMid]);
}

/** Returns whether items move to other places: from the render in which their order has changed, for the duration of the animation. */
function useMoves(items: readonly Item[]): boolean {
  const settled = useRef(items);
  const [, renderAgain] = useState(0);
  const moves = hasReordered(settled.current, items);
  useEffect(() => {
    if (!moves) {
      settled.current = items;
      return;
    }
    const timer = setTimeout(() => {
      settled.current = items;
      renderAgain((count) => count + 1);
    }, MOVE_MS);
    return () => clearTimeout(timer);
  }, [items, moves]);
  return moves;
}

/** Message to which the message list must scroll, from a search hit or a quote. */
export type Target = Pick<MessageRow, 'mid' | 'stamp' | 'archiveId'>;

type Props = {
  readonly rows: readonly MessageRow[];
  readonly window: MessageWindow;
  readonly dividerMid: string;
  readonly name: string;
  /** Called with the visible messages whenever they change. */
  readonly onSight?: (rows: readonly MessageRow[]) => void;
  /** Message to scroll to and highlight. A new object for the same message scrolls there again. */
  readonly target?: Target | undefined;
};

/**
 * Virtualized message list of a conversation: only items near the viewport are in the DOM. It stays at the end unless the user
 * scrolls up.
 */
export const MessageLog = ({ rows, window, dividerMid, name, onSight, target }: Props) => {
  const { hasOlder, readOlder, pin, reach } = window;
  const { t, i18n } = useTranslation('message');
  const scroller = useRef<HTMLDivElement>(null);
  const items = useItems(rows, dividerMid);
  const moves = useMoves(items);
  const [pinned, setPinned] = useState(true);
  const atEnd = useRef(true);
  const [guess] = useState(() => createHeightEstimate(heightOfPayload));
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => guess(items[index]),
    getItemKey: useCallback((index: number) => items[index]?.key ?? index, [items]),
    initialOffset: () => items.reduce((sum, item) => sum + guess(item), 0),
    initialRect: { width: innerWidth, height: innerHeight },
    anchorTo: 'end',
    overscan: 6,
    paddingEnd: 12,
  });
  const height = virtualizer.getTotalSize();
  const room = virtualizer.scrollRect?.height;
  const toEnd = useCallback(() => virtualizer.scrollToEnd(), [virtualizer]);
  const arrivals = useArrivals(rows, pinned, toEnd);

  // A list at its end stays there when messages arrive, measure taller than estimated, or the viewport shrinks (on-screen keyboard).
  // The virtualizer's own follow mode is not used: it treats an arrival of more messages than the window contains as scrolling up.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the dependencies are triggers, not inputs
  useLayoutEffect(() => {
    const box = scroller.current;
    if (box && atEnd.current) box.scrollTop = box.scrollHeight;
  }, [items, height, room]);
  useEffect(() => pin(pinned), [pin, pinned]);

  /** Key of the message to scroll to once it is loaded. */
  const [wanted, setWanted] = useState<string>();
  /** Key of the highlighted message. */
  const [marked, setMarked] = useState<string>();
  useEffect(() => {
    if (!target) return;
    let here = true;
    reach(placeOf(target)).then(
      (isReached) => here && (isReached ? setWanted(target.mid) : void notifyTooFar()),
      () => here && void notifyTooFar(),
    );
    return () => {
      here = false;
    };
  }, [target, reach]);
  useLayoutEffect(() => {
    const index = wanted === undefined ? -1 : items.findIndex(({ key }) => key === wanted);
    if (index === -1) return;
    atEnd.current = false;
    virtualizer.scrollToIndex(index, { align: 'center' });
    setMarked(wanted);
    setWanted(undefined);
  }, [wanted, items, virtualizer]);
  useEffect(() => {
    if (marked === undefined) return;
    const timer = setTimeout(() => setMarked(undefined), MARKED_MS);
    return () => clearTimeout(timer);
  }, [marked]);

  const actions = useContext(MessageActionsContext);
  const [menu, setMenu] = useState<{ readonly row: MessageRow; readonly anchor: HTMLElement }>();
  const gestures = useGestures({
    rowOf: (mid) => rows.find((row) => row.mid === mid),
    openMenu: (row, anchor) => actions && setMenu({ row, anchor }),
    reply: actions?.reply,
  });

  const { startIndex = 0, endIndex = -1 } = virtualizer.range ?? {};
  useEffect(() => {
    onSight?.(items.slice(startIndex, endIndex + 1).flatMap((item) => (item.kind === 'message' ? item.row : [])));
  }, [onSight, items, startIndex, endIndex]);

  const onScroll = () => {
    const { scrollTop, scrollHeight, clientHeight } = scroller.current ?? document.documentElement;
    atEnd.current = scrollHeight - scrollTop - clientHeight <= AT_END_PX;
    setPinned(atEnd.current);
    if (hasOlder && scrollTop < NEAR_TOP_PX) readOlder();
  };

  return (
    <div css={styles.root}>
      <div
        css={styles.scroller}
        ref={scroller}
        onScroll={onScroll}
        {...(actions ? gestures : {})}
        role="log"
        // Scrolling inserts older messages, which must not be spoken: `Announcer` speaks the new ones.
        aria-live="off"
        aria-label={t('log', { name })}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
      >
        <div css={styles.sheet} style={{ height }} data-moving={moves || undefined}>
          <KnownRows value={rows}>
            {virtualizer.getVirtualItems().map(({ key, index, start }) => {
              const item = items[index];
              return item ? (
                <Place
                  key={key}
                  index={index}
                  start={start}
                  measure={virtualizer.measureElement}
                  item={item}
                  name={name}
                  language={i18n.language}
                  isTarget={marked !== undefined && key === marked}
                />
              ) : null;
            })}
          </KnownRows>
        </div>
      </div>
      <Announcer rows={rows} name={name} />
      {actions && menu ? (
        <Lazy
          part={messageMenu}
          missing={renderNothing}
          with={{ ...menu, actions, onClose: () => setMenu(undefined) }}
        />
      ) : null}
      {pinned ? null : <JumpButton count={arrivals} onJump={toEnd} />}
    </div>
  );
};
