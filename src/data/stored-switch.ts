import { useSyncExternalStore } from 'react';
import { localValue } from '../local.ts';

/** An on/off setting stored on this device, not in the account. */
export type StoredSwitch = {
  readonly read: () => boolean;
  readonly use: () => boolean;
  readonly set: (on: boolean) => void;
};

/** Creates a switch that is stored on this device and on by default. */
function keptSwitch(key: string): StoredSwitch {
  const storedValue = localValue(key, (stored) => stored !== 'off');
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    // Changes in other tabs.
    addEventListener('storage', listener);
    return () => {
      listeners.delete(listener);
      removeEventListener('storage', listener);
    };
  };
  return {
    read: storedValue.read,
    use: () => useSyncExternalStore(subscribe, storedValue.read),
    set(on) {
      storedValue.write(on ? 'on' : 'off');
      for (const tell of listeners) tell();
    },
  };
}

const giftSounds = keptSwitch('gift_sounds');
/** Whether gifts play a sound on this device. */
export const { read: giftsChime, use: useGiftSounds, set: setGiftSounds } = giftSounds;

const showTranslate = keptSwitch('show_translate');
/** Whether messages are translated on this device at all (product 3.9). */
export const { use: useShowTranslate, set: setShowTranslate } = showTranslate;
