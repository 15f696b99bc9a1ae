import { type MouseEvent, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { pressedKey } from '../../../../ui/keys.ts';
import { isCovered } from '../../../../ui/overlay.ts';

const IDLE_MS = 4_000;

/** Returns whether there was no input for `IDLE_MS`, so that the controls over the video fade out, and the function to call on input. */
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
 * Any key shows the controls. Escape closes the open panel of the stage, unless a layer above the call is open, which then handles
 * the key. Escape never ends the call. Listens in the capture phase, before that layer closes and `isCovered` turns false.
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
 * Returns the handlers of the stage that swallow a press on the hidden toolbar: the pointer down shows the controls, so that the following
 * click would hit one of them. Controls that stay visible, such as the back button, work as usual.
 */
export function useBlindPress(faded: boolean) {
  const blind = useRef(false);
  const swallow = (event: MouseEvent) => {
    // `detail` is 0 for clicks by keyboard and screen reader, which are aimed at a control.
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

const subscribeFullScreen = (onChange: () => void) => {
  document.addEventListener('fullscreenchange', onChange);
  return () => document.removeEventListener('fullscreenchange', onChange);
};
const isFullScreen = () => document.fullscreenElement !== null;

async function toggleFullScreen(): Promise<void> {
  // If the browser refuses, nothing changes and no error is shown.
  if (isFullScreen()) await document.exitFullscreen().catch(() => {});
  else await document.documentElement.requestFullscreen().catch(() => {});
}

/**
 * Returns whether the page fills the screen, and a function that changes it. The whole document becomes full screen, not one element:
 * dialogs, sheets and toasts are rendered beside the call and would be invisible behind it. Unmounting leaves full screen.
 */
export function useFullScreen(): readonly [isFullScreen: boolean, toggle: () => void] {
  useEffect(() => () => void (isFullScreen() && document.exitFullscreen().catch(() => {})), []);
  return [useSyncExternalStore(subscribeFullScreen, isFullScreen), () => void toggleFullScreen()];
}
