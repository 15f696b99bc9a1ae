import { useEffect } from 'react';

let open = 0;
const listeners = new Set<() => void>();

function change(by: 1 | -1): void {
  open += by;
  for (const tell of listeners) tell();
}

/** Counts a dialog, a menu or a list as an open layer over the page. */
export function useOverlay(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return;
    change(1);
    return () => change(-1);
  }, [isOpen]);
}

/** Whether any layer is open: the page's keys, and unrequested prompts, then wait. */
export const isCovered = (): boolean => open > 0;

/** Calls `tell` whenever a layer opens or closes. Returns a function that stops it. */
export function onOverlayChange(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}
