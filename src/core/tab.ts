import { nanoid } from 'nanoid';
import { tabLock } from '#contract/core.ts';
import { onFreeze } from './leave-page.ts';

/** This tab's name for as long as it lives. */
export const tabId = nanoid();

/** Held until the tab closes or is frozen: a core that is granted this lock knows that the tab is gone (law 8). Resolves once it is held. */
export const tabLockHeld = new Promise<void>((resolve) => {
  const held = navigator.locks.request(tabLock(tabId), () => {
    resolve();
    // A frozen tab shows nothing to anybody: what arrives is not read in it.
    return new Promise<void>(onFreeze);
  });
  // Rejected when all storage is forbidden: then no worker is used.
  held.catch(() => {});
});
