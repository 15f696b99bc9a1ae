import { useEffect } from 'react';

let open = 0;

/** Counts a dialog, a menu or a list as an open layer over the page. */
export function useOverlay(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return;
    open += 1;
    return () => {
      open -= 1;
    };
  }, [isOpen]);
}

/** Whether any layer is open: the page's keys, and unrequested prompts, then wait. */
export const isCovered = (): boolean => open > 0;
