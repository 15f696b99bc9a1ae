import { LOOKED_AT_LOCK } from '#contract/notices/shown.ts';

/** Every visible tab holds the same lock, so that each tab knows whether the app is in sight. */
export function tellLooking(): () => void {
  let releaseLock: (() => void) | undefined;
  const follow = () => {
    releaseLock?.();
    releaseLock = undefined;
    if (document.visibilityState !== 'visible') return;
    const gone = new Promise<void>((resolve) => {
      releaseLock = resolve;
    });
    navigator.locks.request(LOOKED_AT_LOCK, { mode: 'shared' }, () => gone).catch(() => undefined);
  };
  follow();
  document.addEventListener('visibilitychange', follow);
  return () => {
    document.removeEventListener('visibilitychange', follow);
    releaseLock?.();
  };
}

/** Returns whether a tab of the app is in sight, in this browser profile. */
export async function isLookedAt(): Promise<boolean> {
  const { held = [] } = await navigator.locks.query();
  return held.some(({ name }) => name === LOOKED_AT_LOCK);
}
