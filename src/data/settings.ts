import { liveQuery, type Subscription } from 'dexie';
import { useSyncExternalStore } from 'react';
import { DEFAULT_SETTINGS, type Settings } from '#contract/account/settings.ts';
import { readState } from '#db/reads/app.ts';

/** One live read of the settings for the whole page: each bubble asks for them. */
let settings: Settings | undefined;
let watching: Subscription | undefined;
const listeners = new Set<() => void>();

function changed(next: Settings): void {
  settings = next;
  for (const tell of listeners) tell();
}

function subscribe(tell: () => void) {
  listeners.add(tell);
  watching ??= liveQuery(() => readState('settings')).subscribe({
    next: (row) => changed({ ...DEFAULT_SETTINGS, ...row }),
    // A database that cannot be read is told of where conversations are drawn.
    error: () => changed(DEFAULT_SETTINGS),
  });
  return () => {
    listeners.delete(tell);
    if (listeners.size > 0) return;
    watching?.unsubscribe();
    watching = settings = undefined;
  };
}

/** The account's settings; undefined until the database answered. */
export const useSettings = (): Settings | undefined => useSyncExternalStore(subscribe, () => settings);

/** One of them, and its default meanwhile: drawn again only when that one changes. */
export const useSetting = <K extends keyof Settings>(key: K): Settings[K] =>
  useSyncExternalStore(subscribe, () => (settings ?? DEFAULT_SETTINGS)[key]);
