import { useEffect, useEffectEvent } from 'react';

/** Handles Escape where nothing else handled it. */
export function useEscape(onEscape: () => void, listening = true): void {
  const act = useEffectEvent(onEscape);
  useEffect(() => {
    if (!listening) return;
    const onKey = ({ key, defaultPrevented, isComposing }: KeyboardEvent) => {
      if (key === 'Escape' && !defaultPrevented && !isComposing) act();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [listening]);
}
