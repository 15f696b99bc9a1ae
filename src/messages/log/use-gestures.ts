import { type KeyboardEvent, type MouseEvent, type PointerEvent, useMemo, useRef } from 'react';
import type { MessageRow } from '#db/schema.ts';
import { dragHandlers } from '../../ui/input/gestures.ts';
import { pressedKey } from '../../ui/keys.ts';

const LONG_PRESS_MS = 500;
const SLACK_PX = 12;
const SWIPE_PX = 48;
const SWIPE_MAX_PX = 72;

/** Dependencies of the gesture handlers on the message list. `reply` is undefined if the user cannot reply. */
export type GestureActions = {
  readonly rowOf: (mid: string) => MessageRow | undefined;
  readonly openMenu: (row: MessageRow, bubble: HTMLElement) => void;
  readonly reply: ((row: MessageRow) => void) | undefined;
};

/** Returns how far a swipe has moved in reading direction, at most 72 px; 0 if it is mainly vertical or against the reading direction. */
export function swipeDistance(x: number, y: number, rightToLeft: boolean): number {
  const along = rightToLeft ? -x : x;
  return along > 0 && Math.abs(x) > Math.abs(y) ? Math.min(along, SWIPE_MAX_PX) : 0;
}

const bubbleAt = (target: EventTarget) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-mid]') : undefined;
const menuButtons = (log: HTMLElement) => [...log.querySelectorAll<HTMLElement>('[data-menu]')];

/**
 * Returns the event handlers of the message list: a long press (not of a mouse), a right click or a press on its menu button opens the menu
 * of a bubble, and a swipe replies to it. Enter on the list focuses the last menu button; the up and down keys move between them.
 */
export function useGestures(ways: GestureActions) {
  const last = useRef(ways);
  last.current = ways;
  return useMemo(() => {
    let held: HTMLElement | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const rowOf = (bubble: HTMLElement | null | undefined) => last.current.rowOf(bubble?.dataset['mid'] ?? '');
    const open = (bubble: HTMLElement | null | undefined) => {
      const row = rowOf(bubble);
      if (row && bubble) last.current.openMenu(row, bubble);
      return row !== undefined;
    };
    const slide = (px: number) => {
      if (held) held.style.transform = px === 0 ? '' : `translateX(${document.dir === 'rtl' ? -px : px}px)`;
    };
    const drag = dragHandlers<HTMLElement>({
      slackPx: SLACK_PX,
      onMove({ x, y }) {
        clearTimeout(timer);
        if (last.current.reply) slide(swipeDistance(x, y, document.dir === 'rtl'));
      },
      onEnd({ x, y, moved }, _log, cancelled) {
        clearTimeout(timer);
        slide(0);
        const row = rowOf(held);
        held = undefined;
        if (moved && !cancelled && row && swipeDistance(x, y, document.dir === 'rtl') >= SWIPE_PX)
          last.current.reply?.(row);
      },
    });
    return {
      ...drag,
      onPointerDown(event: PointerEvent<HTMLElement>): void {
        const bubble = bubbleAt(event.target);
        // A mouse opens the menu by right click, and its drag selects text.
        if (!bubble || event.pointerType === 'mouse' || held) return;
        held = bubble;
        timer = setTimeout(() => open(bubble), LONG_PRESS_MS);
        drag.onPointerDown(event);
      },
      onContextMenu(event: MouseEvent<HTMLElement>): void {
        // With selected text the browser's own context menu opens.
        if (event.defaultPrevented || !getSelection()?.isCollapsed) return;
        if (open(bubbleAt(event.target))) event.preventDefault();
      },
      onClick(event: MouseEvent<HTMLElement>): void {
        if (event.target instanceof Element && event.target.closest('[data-menu]')) open(bubbleAt(event.target));
      },
      onKeyDown(event: KeyboardEvent<HTMLElement>): void {
        const buttons = menuButtons(event.currentTarget);
        const at = buttons.indexOf(event.target as HTMLElement);
        const to =
          event.target === event.currentTarget && pressedKey(event) === 'Enter'
            ? buttons.at(-1)
            : at === -1
              ? undefined
              : pressedKey(event) === 'ArrowUp'
                ? buttons[at - 1]
                : pressedKey(event) === 'ArrowDown'
                  ? buttons[at + 1]
                  : undefined;
        if (!to) return;
        event.preventDefault();
        to.focus();
      },
    };
  }, []);
}
