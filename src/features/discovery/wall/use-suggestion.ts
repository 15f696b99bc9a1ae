import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { readListIndex } from '#db/reads/wall.ts';
import { core } from '../../../core/core.ts';
import { isToday, localValue, today } from '../../../local.ts';

/** So long somebody has looked around before anybody is proposed. */
const BROWSED_MS = 40_000;
const LOOK_EVERY_MS = 1_000;

let shownInThisVisit = false;
const listeners = new Set<() => void>();

const shownToday = localValue('suggested', isToday);
const off = localValue('suggestions', (stored) => stored === 'off');

export function turnSuggestions(on: boolean): void {
  off.write(on ? 'on' : 'off');
  for (const tell of listeners) tell();
}

function subscribe(tell: () => void) {
  listeners.add(tell);
  return () => listeners.delete(tell);
}
export const useSuggestionsOff = (): boolean => useSyncExternalStore(subscribe, off.read);

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
  const isOff = useSuggestionsOff();
  const [due, setDue] = useState(false);
  const [closed, setClosed] = useState(false);
  const proposed = useLiveQuery(() => readListIndex('proposed'));

  useEffect(() => {
    if (isOff || shownInThisVisit || shownToday.read()) return;
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
  }, [isOff, wall]);

  const uid = due && !closed && !isOff ? proposed?.uids[0] : undefined;
  useEffect(() => {
    if (uid !== undefined) shownToday.write(today());
  }, [uid]);
  return { uid, close: () => setClosed(true) };
}
