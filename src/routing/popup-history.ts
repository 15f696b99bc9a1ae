import { useCallback } from 'react';
import { useLocation } from 'wouter';
import { navigate } from 'wouter/use-browser-location';

/**
 * Returns the number of history entries between a popup's entry and the page below it, stored in the entry itself; 0 for an entry that is
 * no popup's.
 */
const depthOf = (state: unknown): number =>
  typeof state === 'object' && state !== null && 'popupDepth' in state && typeof state.popupDepth === 'number'
    ? state.popupDepth
    : 0;

let depth = depthOf(history.state);

/** True when the last navigation was a replacement: a popup that replaces another one, like the login, adds no entry. */
let replaced = false;
addEventListener('pushState', () => {
  replaced = false;
});
addEventListener('replaceState', () => {
  replaced = true;
});

/**
 * Updates the number of history entries above the page that a popup covers, by which `useClosePopup` goes back. Called on each
 * navigation, before rendering.
 */
export function arriveAt(popup: boolean): void {
  const known = depthOf(history.state);
  if (!popup) depth = 0;
  else if (known > 0) depth = known;
  else {
    if (!replaced || depth === 0) depth += 1;
    History.prototype.replaceState.call(history, { ...history.state, popupDepth: depth }, '');
  }
}

/**
 * Inserts a history entry for `place` below a popup whose URL was opened directly, so that the back button closes the popup
 * (product 2.2). Does nothing for a popup opened within the app.
 */
export function insertBackEntry(place: string): void {
  if (depthOf(history.state) > 0) return;
  const { href } = location;
  History.prototype.replaceState.call(history, null, '', place);
  History.prototype.pushState.call(history, { popupDepth: 1 }, '', href);
  depth = 1;
}

/**
 * Returns a function that goes one step back from a page that is drawn without the app's navigation, such as the dialling page, or to `/`
 * if the history has no step.
 */
export const useClosePage = () =>
  useCallback(() => (history.length > 1 ? history.back() : navigate('/', { replace: true })), []);

/** Returns a function that closes the popup: it goes back to the page below, past all popups, or to `/` if there is none. */
export function useClosePopup(): () => void {
  const [path] = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the depth changes with the path
  return useCallback(() => {
    if (depth > 0) history.go(-depth);
    else navigate('/', { replace: true });
  }, [path]);
}
