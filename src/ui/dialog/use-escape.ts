import { useEffect, useEffectEvent } from 'react';
import { pressedKey } from '../keys.ts';

/** Calls `onEscape` on Escape anywhere in the window while mounted and `listening`, unless another handler has called `preventDefault`. */
export function useEscape(onEscape: () => void, listening = true): void {
  const act = useEffectEvent(onEscape);
  useEffect(() => {
    if (!listening) return;
    const onKey = (event: KeyboardEvent) => {
      if (pressedKey(event) === 'Escape' && !event.defaultPrevented) act();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [listening]);
}
