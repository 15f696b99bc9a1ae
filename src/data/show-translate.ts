import { useSyncExternalStore } from 'react';
import { localValue } from '../local.ts';

/** Whether messages are translated at all on this device (product 3.9). */
const kept = localValue('show_translate', (stored) => stored !== 'off');
const listeners = new Set<() => void>();

function tellAll(): void {
  for (const tell of listeners) tell();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Other tabs.
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

export const useShowTranslate = (): boolean => useSyncExternalStore(subscribe, kept.read);

export function setShowTranslate(on: boolean): void {
  kept.write(on ? 'on' : 'off');
  tellAll();
}
