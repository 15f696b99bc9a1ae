import { useSyncExternalStore } from 'react';
import { localValue } from '../local.ts';

/** Whether gifts chime on this device. */
const kept = localValue('gift_sounds', (stored) => stored !== 'off');
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

export const giftsChime = kept.read;
export const useGiftSounds = (): boolean => useSyncExternalStore(subscribe, kept.read);

export function setGiftSounds(on: boolean): void {
  kept.write(on ? 'on' : 'off');
  tellAll();
}
