import { useEffect, useRef } from 'react';

/** A browser that was busy steps back later; one that does not is not waited for. */
const BACK_WITHIN_MS = 1_000;

const isOver = (state: unknown): boolean => typeof state === 'object' && state !== null && 'over' in state;

/** A step back that was asked for and has not happened yet: browsers take it later, and would take what is opened meanwhile. */
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

/** Adds an entry to the history. Returns the function that takes it away, unless the person went back over it. */
function enter(onBack: () => void): () => void {
  history.pushState({ ...history.state, over: true }, '');
  addEventListener('popstate', onBack);
  return () => {
    removeEventListener('popstate', onBack);
    if (isOver(history.state)) leave();
  };
}

/** Leads to another document, which takes the entry of what is open: it is not open any more when somebody comes back. */
export function leadTo(path: string): void {
  if (isOver(history.state)) location.replace(path);
  else location.assign(path);
}

/** Gives what is open one entry of the history: the phone's back closes it, and closing it takes the entry away. */
export function useOneEntry(onClose: () => void): void {
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
