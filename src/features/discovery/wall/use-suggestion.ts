import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { readListIndex } from '#db/reads/wall.ts';
import { core } from '../../../core/core.ts';

const DAY_KEY = 'suggested';
const OFF_KEY = 'suggestions';
/** So long somebody has looked around before anybody is proposed. */
const BROWSED_MS = 40_000;
const LOOK_EVERY_MS = 1_000;

let shownInThisVisit = false;
const listeners = new Set<() => void>();

/** Forbidden storage: the choice lasts as long as the page. */
const remembered = new Map<string, string>();
function recall(key: string): string {
  try {
    return localStorage.getItem(key) ?? remembered.get(key) ?? '';
  } catch {
    return remembered.get(key) ?? '';
  }
}
function remember(key: string, value: string): void {
  remembered.set(key, value);
  try {
    localStorage.setItem(key, value);
  } catch {
    // Kept in the page alone.
  }
}

const today = () => new Date().toDateString();
const isOff = () => recall(OFF_KEY) === 'off';

export function turnSuggestions(on: boolean): void {
  remember(OFF_KEY, on ? 'on' : 'off');
  for (const tell of listeners) tell();
}

function subscribe(tell: () => void) {
  listeners.add(tell);
  return () => listeners.delete(tell);
}
export const useSuggestionsOff = (): boolean => useSyncExternalStore(subscribe, isOff);

/** Nothing is ever put over a dialog, over another screen, or before somebody who does not look. */
const isFree = (wall: HTMLElement | null) =>
  wall !== null &&
  document.visibilityState === 'visible' &&
  !wall.closest('[inert]') &&
  document.querySelector('[role="dialog"], [role="alertdialog"]') === null;

/**
 * Sometimes proposes a host who is there and whom the reader has not met: at most once a visit and once a day, after the
 * wall was looked at for a while. `wall` is an element of the page.
 */
export function useSuggestion(wall: HTMLElement | null) {
  const off = useSuggestionsOff();
  const [due, setDue] = useState(false);
  const [closed, setClosed] = useState(false);
  const proposed = useLiveQuery(() => readListIndex('proposed'));

  useEffect(() => {
    if (off || shownInThisVisit || recall(DAY_KEY) === today()) return;
    let browsed = 0;
    const timer = setInterval(() => {
      if (!isFree(wall)) return;
      browsed += LOOK_EVERY_MS;
      if (browsed < BROWSED_MS) return;
      clearInterval(timer);
      void core.refreshList('proposed', false).then((result) => {
        if (!result.ok || !isFree(wall)) return;
        shownInThisVisit = true;
        setDue(true);
      });
    }, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [off, wall]);

  const uid = due && !closed && !off ? proposed?.uids[0] : undefined;
  useEffect(() => {
    if (uid !== undefined) remember(DAY_KEY, today());
  }, [uid]);
  return { uid, close: () => setClosed(true) };
}
