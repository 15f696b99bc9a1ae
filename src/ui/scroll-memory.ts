import { type RefObject, useLayoutEffect } from 'react';
import { useLocation, useSearch } from 'wouter';

/** Scroll positions of this visit, by address. */
const left = new Map<string, number>();
let cameBack = false;

/** Whether the navigation was a step in history. Components of the new address may render before our listener runs. */
const hear = (name: string, back: boolean) =>
  addEventListener(name, () => {
    cameBack = back;
  });
hear('popstate', true);
hear('pushState', false);
hear('replaceState', false);

/** Time for a list that loads further pages to reach its former height. */
const PATIENCE_MS = 5_000;
/** Input by the viewer ends the restoring. */
const BY_HAND = ['wheel', 'touchmove', 'keydown', 'pointerdown'];

/** Every navigation scrolls to the top (product 2.2). A step back restores the former position. */
export function useScrollMemory(scroller: RefObject<HTMLElement | null>): void {
  const [path] = useLocation();
  const search = useSearch();
  const place = search ? `${path}?${search}` : path;
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    element.scrollTop = 0;
    const until = performance.now() + PATIENCE_MS;
    let goal = 0;
    let restoring = true;
    const stop = () => {
      restoring = false;
    };
    const again = () => {
      if (!restoring) return;
      element.scrollTop = goal;
      // The content may not have been drawn yet.
      if (Math.abs(element.scrollTop - goal) < 2 || performance.now() > until) stop();
      else frame = requestAnimationFrame(again);
    };
    // Before the first frame, but after all listeners know the kind of navigation.
    let frame = requestAnimationFrame(() => {
      goal = cameBack ? (left.get(place) ?? 0) : 0;
      // It is at its top already, unless the viewer scrolled before the first frame.
      if (goal > 0) again();
      else stop();
    });
    const note = () => {
      if (!restoring) left.set(place, element.scrollTop);
    };
    element.addEventListener('scroll', note, { passive: true });
    for (const name of BY_HAND) element.addEventListener(name, stop, { passive: true });
    return () => {
      // The viewer may leave before the event of their last scroll was sent.
      if (element.scrollTop > 0) note();
      cancelAnimationFrame(frame);
      element.removeEventListener('scroll', note);
      for (const name of BY_HAND) element.removeEventListener(name, stop);
    };
  }, [scroller, place]);
}
