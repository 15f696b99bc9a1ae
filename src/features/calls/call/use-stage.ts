import { type MouseEvent, useCallback, useEffect, useRef, useState } from 'react';
import { isCovered } from '../../../ui/overlay.ts';

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

/**
 * Any key shows the controls, and Escape is the one that needs no looking for. Heard before whatever is open closes by
 * the same key: what lies over the call goes first.
 */
export function useStageKeys(onEscape: () => void, onKey: () => void): void {
  const last = useRef({ onEscape, onKey });
  last.current = { onEscape, onKey };
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      last.current.onKey();
      if (event.key !== 'Escape' || event.isComposing || event.repeat || isCovered()) return;
      last.current.onEscape();
    };
    addEventListener('keydown', hear, { capture: true });
    return () => removeEventListener('keydown', hear, { capture: true });
  }, []);
}

/**
 * A press that began while the controls were out of sight only shows them: by the time of its click they are there again,
 * and one of them may lie under the finger. What was in sight all along, as the way back, is pressed as ever.
 */
export function useBlindPress(faded: boolean) {
  const blind = useRef(false);
  const swallow = (event: MouseEvent) => {
    // What a key or a screen reader presses was found by name, not by chance.
    const hit = event.target instanceof Element && event.target.closest('[role="toolbar"]') !== null;
    if (!blind.current || !hit || event.detail === 0) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return {
    onPointerDownCapture: () => {
      blind.current = faded;
    },
    onMouseDownCapture: swallow,
    onClickCapture: swallow,
  };
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
