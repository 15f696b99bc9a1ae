import { nanoid } from 'nanoid';
import { tabLock } from '#contract/core.ts';
import { onFreeze } from './leave-page.ts';

/** Random id of this page load, by which the core distinguishes tabs. It changes with a reload. */
export const tabId = nanoid();

/**
 * Lock held until the tab closes or is frozen: a core that is granted it knows that the tab is gone (law 8). The
 * promise resolves once the lock is held.
 */
export const tabLockHeld = new Promise<void>((resolve) => {
  const held = navigator.locks.request(tabLock(tabId), () => {
    resolve();
    // A frozen tab is not visible, so messages that arrive must not count as read in it.
    return new Promise<void>(onFreeze);
  });
  // Rejected when all storage is forbidden; the app does not run then.
  held.catch(() => {});
});
