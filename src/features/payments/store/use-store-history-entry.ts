import { useEffect, useRef } from 'react';

/** Longest wait for `popstate` after `history.back()`, ms. */
const BACK_WITHIN_MS = 1_000;

const isOver = (state: unknown): boolean => typeof state === 'object' && state !== null && 'over' in state;

/** Resolves when a requested `history.back()` has happened. It is asynchronous, and would remove an entry pushed in the meantime. */
let leaving: Promise<void> | undefined;

function leave(): void {
  const left = new Promise<void>((resolve) => {
    addEventListener('popstate', () => resolve(), { once: true });
    setTimeout(resolve, BACK_WITHIN_MS);
  }).then(() => {
    if (leaving === left) leaving = undefined;
  });
  leaving = left;
  history.back();
}

/** Pushes a history entry. The returned function removes it, unless the user has already gone back. */
function enter(onBack: () => void): () => void {
  history.pushState({ ...history.state, over: true }, '');
  addEventListener('popstate', onBack);
  return () => {
    removeEventListener('popstate', onBack);
    if (isOver(history.state)) leave();
  };
}

/**
 * Navigates to a payment page, which is another document. It replaces the history entry of the open panel, so that the panel is
 * closed when the user comes back.
 */
export function leadTo(path: string): void {
  if (isOver(history.state)) location.replace(path);
  else location.assign(path);
}

/** Gives the store of gems a history entry while it is open: the back button closes it, and closing it removes the entry. */
export function useStoreHistoryEntry(onClose: () => void): void {
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    const onBack = () => close.current();
    let isOpen = true;
    let exit = leaving ? undefined : enter(onBack);
    void leaving?.then(() => {
      if (isOpen) exit = enter(onBack);
    });
    return () => {
      isOpen = false;
      exit?.();
    };
  }, []);
}
