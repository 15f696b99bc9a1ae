import { useEffect } from 'react';

let open = 0;

/** Counts a dialog, a menu or a list as lying over the page while it is open. */
export function useOverlay(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return;
    open += 1;
    return () => {
      open -= 1;
    };
  }, [isOpen]);
}

/** Whether anything lies over the page: its own keys, and what nobody asked for, then wait. */
export const isCovered = (): boolean => open > 0;
