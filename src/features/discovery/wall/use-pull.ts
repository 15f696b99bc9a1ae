import { type RefObject, useEffect } from 'react';

const TRIGGER_PX = 72;
const MOST_PX = 112;

/**
 * Pull to refresh by touch: calls `onPull` when `scroller` was pulled down far enough at its top. The element `puller` follows
 * the finger.
 */
export function usePull(
  scroller: RefObject<HTMLElement | null>,
  puller: RefObject<HTMLElement | null>,
  onPull: () => void,
): void {
  useEffect(() => {
    const pane = scroller.current;
    if (!pane) return;
    let startY = 0;
    let pulled = 0;
    const show = (distance: number) => {
      pulled = distance;
      const mark = puller.current;
      if (!mark) return;
      mark.style.opacity = String(Math.min(1, distance / TRIGGER_PX));
      mark.style.transform = distance === 0 ? '' : `translateY(${distance - 48}px) rotate(${distance * 3}deg)`;
    };
    const onStart = ({ touches }: TouchEvent) => {
      startY = pane.scrollTop <= 0 && touches.length === 1 ? (touches[0]?.clientY ?? 0) : 0;
    };
    const onMove = ({ touches }: TouchEvent) => {
      if (startY === 0) return;
      const distance = ((touches[0]?.clientY ?? startY) - startY) * 0.5;
      show(pane.scrollTop > 0 ? 0 : Math.max(0, Math.min(MOST_PX, distance)));
    };
    const onEnd = () => {
      if (pulled >= TRIGGER_PX) onPull();
      startY = 0;
      show(0);
    };
    pane.addEventListener('touchstart', onStart, { passive: true });
    pane.addEventListener('touchmove', onMove, { passive: true });
    pane.addEventListener('touchend', onEnd);
    pane.addEventListener('touchcancel', onEnd);
    return () => {
      pane.removeEventListener('touchstart', onStart);
      pane.removeEventListener('touchmove', onMove);
      pane.removeEventListener('touchend', onEnd);
      pane.removeEventListener('touchcancel', onEnd);
    };
  }, [scroller, puller, onPull]);
}
