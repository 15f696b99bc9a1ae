import { type KeyboardEvent, useCallback, useRef } from 'react';
import { pressedKey } from '../../../ui/keys.ts';

const STEPS: Readonly<Record<string, (columns: number, rtl: boolean) => number>> = {
  ArrowLeft: (_columns, rtl) => (rtl ? 1 : -1),
  ArrowRight: (_columns, rtl) => (rtl ? -1 : 1),
  ArrowUp: (columns) => -columns,
  ArrowDown: (columns) => columns,
};

type Options = {
  readonly uids: readonly number[];
  readonly columns: number;
  /** Scrolls the grid so that the row with this number is rendered. */
  readonly reveal: (row: number) => void;
  readonly onMove: (uid: number) => void;
};

/** Arrow keys move between cards, Home and End to the first and last. A card that is not rendered yet is focused once it is. */
export function useGridKeys({ uids, columns, reveal, onMove }: Options) {
  const wanted = useRef<number>(undefined);

  /** Ref callback of each card: focuses the card that a key has requested. */
  const focusIfWanted = useCallback((card: HTMLElement | null) => {
    if (!card || wanted.current !== Number(card.dataset['person'])) return;
    wanted.current = undefined;
    card.querySelector<HTMLElement>('a')?.focus({ preventScroll: true });
  }, []);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const card = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-person]') : null;
    if (!card || event.altKey || event.ctrlKey || event.metaKey) return;
    const from = uids.indexOf(Number(card.dataset['person']));
    const last = uids.length - 1;
    const step = STEPS[pressedKey(event)]?.(columns, getComputedStyle(card).direction === 'rtl');
    const ends: Readonly<Record<string, number>> = { Home: 0, End: last };
    const to = step === undefined ? ends[pressedKey(event)] : from + step;
    if (from < 0 || to === undefined || to < 0 || to > last) return;
    event.preventDefault();
    const uid = uids[to] ?? 0;
    wanted.current = uid;
    onMove(uid);
    reveal(Math.floor(to / columns));
    focusIfWanted(event.currentTarget.querySelector<HTMLElement>(`[data-person="${uid}"]`));
  };
  return { onKeyDown, focusIfWanted };
}
