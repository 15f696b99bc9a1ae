import { type RefObject, useLayoutEffect } from 'react';
import { useLocation, useSearch } from 'wouter';

/** Scroll positions of this visit, by URL. */
const positions = new Map<string, number>();
let cameBack = false;

/** Records whether the last navigation was a step in history. Components of the new URL may render before these listeners run. */
const recordNavigation = (name: string, back: boolean) =>
  addEventListener(name, () => {
    cameBack = back;
  });
recordNavigation('popstate', true);
recordNavigation('pushState', false);
recordNavigation('replaceState', false);

/** Maximum time to wait until a list that loads further pages reaches its former height, ms. */
const PATIENCE_MS = 5_000;
/** Input events by which the user takes over; they end the restoring of the scroll position. */
const BY_HAND = ['wheel', 'touchmove', 'keydown', 'pointerdown'];

/**
 * Scrolls to the top after each navigation (product 2.2), also after one to the URL that is shown already. Back and forward in history
 * restore the position that this visit last had at the URL.
 */
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
      // The content may not be rendered yet.
      if (Math.abs(element.scrollTop - goal) < 2 || performance.now() > until) stop();
      else frame = requestAnimationFrame(again);
    };
    // Runs before the first paint, but after all listeners know the kind of navigation.
    let frame = requestAnimationFrame(() => {
      goal = cameBack ? (positions.get(place) ?? 0) : 0;
      // Already at the top, unless the user scrolled before the first frame.
      if (goal > 0) again();
      else stop();
    });
    const recordPosition = () => {
      if (!restoring) positions.set(place, element.scrollTop);
    };
    // Scrolls to the top after a navigation to the URL that is shown already, which does not run this effect again.
    const toTop = () => {
      if (`${location.pathname}${location.search}` !== place) return;
      stop();
      element.scrollTop = 0;
    };
    element.addEventListener('scroll', recordPosition, { passive: true });
    addEventListener('pushState', toTop);
    for (const name of BY_HAND) element.addEventListener(name, stop, { passive: true });
    return () => {
      // The component may unmount before the event of the last scroll.
      if (element.scrollTop > 0) recordPosition();
      cancelAnimationFrame(frame);
      removeEventListener('pushState', toTop);
      element.removeEventListener('scroll', recordPosition);
      for (const name of BY_HAND) element.removeEventListener(name, stop);
    };
  }, [scroller, place]);
}
