import { useCallback } from 'react';
import { useLocation } from 'wouter';
import { navigate } from 'wouter/use-browser-location';

/** How many steps of history separate a popup's entry from the place beneath it. Stored in the entry itself. */
const depthOf = (state: unknown): number =>
  typeof state === 'object' && state !== null && 'popupDepth' in state && typeof state.popupDepth === 'number'
    ? state.popupDepth
    : 0;

let depth = depthOf(history.state);

/** A popup that takes the place of another one, as the login does, is no further step. */
let replaced = false;
addEventListener('pushState', () => {
  replaced = false;
});
addEventListener('replaceState', () => {
  replaced = true;
});

/** Notes what a step back would close. Called on each arrival, before it is drawn. */
export function arriveAt(popup: boolean): void {
  const known = depthOf(history.state);
  if (!popup) depth = 0;
  else if (known > 0) depth = known;
  else {
    if (!replaced || depth === 0) depth += 1;
    History.prototype.replaceState.call(history, { ...history.state, popupDepth: depth }, '');
  }
}

/** A popup that was opened directly gets a place beneath it, so that the phone's back closes it (product 2.2). */
export function layUnder(place: string): void {
  if (depthOf(history.state) > 0) return;
  const { href } = location;
  History.prototype.replaceState.call(history, null, '', place);
  History.prototype.pushState.call(history, { popupDepth: 1 }, '', href);
  depth = 1;
}

/** Returns a function that goes back from a page without a frame, such as the one that dials. */
export const useClosePage = () =>
  useCallback(() => (history.length > 1 ? history.back() : navigate('/', { replace: true })), []);

/** Returns a function that goes back to the place beneath the popup. */
export function useClosePopup(): () => void {
  const [path] = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another popup on top is another way back
  return useCallback(() => {
    if (depth > 0) history.go(-depth);
    else navigate('/', { replace: true });
  }, [path]);
}
