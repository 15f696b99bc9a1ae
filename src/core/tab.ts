import { nanoid } from 'nanoid';
import { tabLock } from '#contract/core.ts';

/** This tab's name for as long as it lives. */
export const tabId = nanoid();

/** Held for life: whoever is granted it knows that this tab is gone (law 8). Resolves once it is held. */
export const tabLockHeld = new Promise<void>((resolve) => {
  const held = navigator.locks.request(tabLock(tabId), () => {
    resolve();
    return new Promise(() => {});
  });
  // Forbidden with all other storage: no worker is asked then.
  held.catch(() => {});
});
