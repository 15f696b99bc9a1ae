import { useEffect } from 'react';

/**
 * Keeps the screen on while `isActive`, during a call of this tab, also a minimised one. The browser releases the lock of a hidden page, so
 * it is requested again when the page is visible.
 */
export function useWakeLock(isActive: boolean): void {
  useEffect(() => {
    if (!isActive) return;
    let lock: WakeLockSentinel | undefined;
    let over = false;
    const take = async () => {
      if (document.visibilityState !== 'visible') return;
      lock = await navigator.wakeLock?.request('screen').catch(() => undefined);
      if (over) void lock?.release();
    };
    const onShown = () => void take();
    onShown();
    document.addEventListener('visibilitychange', onShown);
    return () => {
      over = true;
      document.removeEventListener('visibilitychange', onShown);
      void lock?.release();
    };
  }, [isActive]);
}
