import { type PointerEvent as ReactPointerEvent, type SyntheticEvent, useEffect, useMemo } from 'react';
import { playClip, stopClip } from './clip-stage.ts';

const HOVER_MS = 220;
const PRESS_MS = 380;
/** Movement above this is a scroll, px. */
const SLACK_PX = 10;

/**
 * Plays a person's clip while the mouse hovers over the card, or during a long press on it. The click that follows a
 * long press is suppressed.
 */
export function useClipPress(uid: number, hasClip: boolean) {
  const press = useMemo(() => makePress(uid), [uid]);
  useEffect(() => press.end, [press]);
  return hasClip ? press.handlers : undefined;
}

function makePress(uid: number) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let startX = 0;
  let startY = 0;
  let pressed = false;
  const after = (ms: number, byFinger: boolean) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      pressed = byFinger;
      playClip(uid);
    }, ms);
  };
  const end = () => {
    clearTimeout(timer);
    stopClip(uid);
  };
  return {
    end,
    handlers: {
      onPointerEnter({ pointerType }: ReactPointerEvent) {
        if (pointerType === 'mouse') after(HOVER_MS, false);
      },
      onPointerLeave: end,
      onPointerDown({ pointerType, clientX, clientY }: ReactPointerEvent) {
        pressed = false;
        if (pointerType === 'mouse') return;
        [startX, startY] = [clientX, clientY];
        after(PRESS_MS, true);
      },
      onPointerMove({ pointerType, clientX, clientY }: ReactPointerEvent) {
        if (pointerType !== 'mouse' && Math.hypot(clientX - startX, clientY - startY) > SLACK_PX) end();
      },
      onPointerUp({ pointerType }: ReactPointerEvent) {
        if (pointerType !== 'mouse') end();
      },
      onPointerCancel: end,
      onContextMenu(event: SyntheticEvent<Element, Event>) {
        if (pressed) event.preventDefault();
      },
      onClickCapture(event: SyntheticEvent<Element, Event>) {
        if (!pressed) return;
        pressed = false;
        event.preventDefault();
        event.stopPropagation();
      },
    },
  };
}
