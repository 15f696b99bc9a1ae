import { type MouseEvent, useCallback, useEffect, useRef, useState } from 'react';
import { pressedKey } from '../../../ui/keys.ts';
import { isCovered } from '../../../ui/overlay.ts';

const IDLE_MS = 4_000;

/** Whether there was no input for a while, and a function to call on input. */
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
 * Any key shows the controls. Escape closes the layer that the stage has open, and never ends the call: a call is ended by its button
 * alone. Handled before other layers close by the same key: the layer over the call closes first.
 */
export function useStageKeys(onEscape: () => void, onKey: () => void): void {
  const last = useRef({ onEscape, onKey });
  last.current = { onEscape, onKey };
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      last.current.onKey();
      if (pressedKey(event) !== 'Escape' || event.repeat || isCovered()) return;
      last.current.onEscape();
    };
    addEventListener('keydown', onKeyDown, { capture: true });
    return () => removeEventListener('keydown', onKeyDown, { capture: true });
  }, []);
}

/**
 * A press that began while the controls were hidden only shows them: by the time of its click they are visible again,
 * and one of them may be under the finger. Controls that stay visible, such as the back button, work as usual.
 */
export function useBlindPress(faded: boolean) {
  const blind = useRef(false);
  const swallow = (event: MouseEvent) => {
    // A key or a screen reader finds a control by its name, so its press is intended.
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

/** Keeps the screen on while it is shown. Requested again when the page becomes visible. */
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
