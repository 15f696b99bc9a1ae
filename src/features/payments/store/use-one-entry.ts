import { useEffect, useRef } from 'react';

const isOver = (state: unknown): boolean => typeof state === 'object' && state !== null && 'over' in state;

/** Gives what is open one entry of the history: the phone's back closes it, and closing it takes the entry away. */
export function useOneEntry(onClose: () => void): void {
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    history.pushState({ ...history.state, over: true }, '');
    const onBack = () => close.current();
    addEventListener('popstate', onBack);
    return () => {
      removeEventListener('popstate', onBack);
      if (isOver(history.state)) history.back();
    };
  }, []);
}
