import { useEffect, useSyncExternalStore } from 'react';

const subscribe = (onChange: () => void) => {
  document.addEventListener('fullscreenchange', onChange);
  return () => document.removeEventListener('fullscreenchange', onChange);
};
const isFullScreen = () => document.fullscreenElement !== null;

async function toggle(): Promise<void> {
  // A refusal changes nothing that the user would have to know.
  if (isFullScreen()) await document.exitFullscreen().catch(() => {});
  else await document.documentElement.requestFullscreen().catch(() => {});
}

/**
 * Returns whether the page fills the screen, and a function that changes it. The whole document becomes full screen, not one element:
 * dialogs, sheets and toasts are rendered beside the call and would be invisible behind it. Unmounting leaves full screen.
 */
export function useFullScreen(): readonly [isFullScreen: boolean, toggle: () => void] {
  useEffect(() => () => void (isFullScreen() && document.exitFullscreen().catch(() => {})), []);
  return [useSyncExternalStore(subscribe, isFullScreen), () => void toggle()];
}
