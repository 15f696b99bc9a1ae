import { useEffect } from 'react';

let open = 0;
const listeners = new Set<() => void>();

function change(by: 1 | -1): void {
  open += by;
  for (const tell of listeners) tell();
}

/** Counts a dialog, menu or list as a layer over the page while `isOpen`. Every such component calls it, so that `isCovered` is correct. */
export function useOverlay(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return;
    change(1);
    return () => change(-1);
  }, [isOpen]);
}

/** Returns whether any dialog, menu or list is open over the page. Shortcuts of the page and automatic prompts are then suspended. */
export const isCovered = (): boolean => open > 0;

/** Calls `tell` when a layer opens or closes. Returns a function that stops it. */
export function onOverlayChange(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}
