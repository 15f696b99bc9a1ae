import { useSyncExternalStore } from 'react';
import { localValue } from '../local.ts';

export type KeptSwitch = {
  readonly read: () => boolean;
  readonly use: () => boolean;
  readonly set: (on: boolean) => void;
};

/** A switch that this device keeps; on until somebody turns it off. */
function keptSwitch(key: string): KeptSwitch {
  const kept = localValue(key, (stored) => stored !== 'off');
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    // Other tabs.
    addEventListener('storage', listener);
    return () => {
      listeners.delete(listener);
      removeEventListener('storage', listener);
    };
  };
  return {
    read: kept.read,
    use: () => useSyncExternalStore(subscribe, kept.read),
    set(on) {
      kept.write(on ? 'on' : 'off');
      for (const tell of listeners) tell();
    },
  };
}

const giftSounds = keptSwitch('gift_sounds');
/** Whether gifts chime on this device. */
export const { read: giftsChime, use: useGiftSounds, set: setGiftSounds } = giftSounds;

const showTranslate = keptSwitch('show_translate');
/** Whether messages are translated at all on this device (product 3.9). */
export const { use: useShowTranslate, set: setShowTranslate } = showTranslate;
