import { useCallback, useEffect, useRef, useState } from 'react';

const IDLE_MS = 4_000;

/** Whether nobody has touched anything for a while, and what to call when somebody does. */
export function useIdle(): readonly [idle: boolean, wake: () => void] {
  const [idle, setIdle] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const wake = useCallback(() => {
    setIdle(false);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setIdle(true), IDLE_MS);
  }, []);
  useEffect(() => {
    wake();
    return () => clearTimeout(timer.current);
  }, [wake]);
  return [idle, wake];
}

/** The screen stays lit while it is shown. Taken again when the page comes back into sight. */
export function useWakeLock(): void {
  useEffect(() => {
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
  }, []);
}
