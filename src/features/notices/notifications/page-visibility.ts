import { VISIBLE_LOCK } from '#contract/notices/shown.ts';

/**
 * Holds a shared Web Lock while this tab is visible, so that every tab can find out whether the app is visible. Returns a
 * function that stops it.
 */
export function announceVisibility(): () => void {
  let releaseLock: (() => void) | undefined;
  const updateLock = () => {
    releaseLock?.();
    releaseLock = undefined;
    if (document.visibilityState !== 'visible') return;
    const gone = new Promise<void>((resolve) => {
      releaseLock = resolve;
    });
    navigator.locks.request(VISIBLE_LOCK, { mode: 'shared' }, () => gone).catch(() => undefined);
  };
  updateLock();
  document.addEventListener('visibilitychange', updateLock);
  return () => {
    document.removeEventListener('visibilitychange', updateLock);
    releaseLock?.();
  };
}

/** Returns whether any tab of the app in this browser profile is visible; notifications are then not shown. */
export async function isAppVisible(): Promise<boolean> {
  const { held = [] } = await navigator.locks.query();
  return held.some(({ name }) => name === VISIBLE_LOCK);
}
