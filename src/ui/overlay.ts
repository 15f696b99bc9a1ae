import { useEffect } from 'react';
import { createStore } from '../create-store.ts';

/** Number of open layers. */
const open = createStore(0);

/** Counts a dialog, menu or list as a layer over the page while `isOpen`. Every such component calls it, so that `isCovered` is correct. */
export function useOverlay(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return;
    open.set(open.get() + 1);
    return () => open.set(open.get() - 1);
  }, [isOpen]);
}

/** Returns whether any dialog, menu or list is open over the page. Shortcuts of the page and automatic prompts are then suspended. */
export const isCovered = (): boolean => open.get() > 0;

/** Calls the listener when a layer opens or closes. Returns a function that stops it. */
export const onOverlayChange = open.subscribe;
