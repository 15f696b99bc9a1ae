import { useSyncExternalStore } from 'react';
import { createStore } from '../create-store.ts';
import { localValue } from '../local.ts';

/** An on/off setting stored on this device, not in the account. */
export type StoredSwitch = {
  readonly read: () => boolean;
  readonly use: () => boolean;
  readonly set: (on: boolean) => void;
};

/** Creates a switch that is stored on this device. `isOnFirst`: its state until the user changes it. */
function createStoredSwitch(key: string, isOnFirst = true): StoredSwitch {
  const storedValue = localValue(key, (stored) => (stored ?? (isOnFirst ? 'on' : 'off')) === 'on');
  const update = () => store.set(storedValue.read());
  const store = createStore(isOnFirst, () => {
    update();
    // Changes in other tabs.
    addEventListener('storage', update);
    return () => removeEventListener('storage', update);
  });
  return {
    read: storedValue.read,
    use: () => useSyncExternalStore(store.subscribe, storedValue.read),
    set(on) {
      storedValue.write(on ? 'on' : 'off');
      update();
    },
  };
}

const giftSounds = createStoredSwitch('gift_sounds');
/** Whether gifts play a sound on this device. */
export const { read: giftsChime, use: useGiftSounds, set: setGiftSounds } = giftSounds;

const showTranslate = createStoredSwitch('show_translate');
/** Whether messages are translated on this device at all (product 3.9). */
export const { use: useShowTranslate, set: setShowTranslate } = showTranslate;

const suggestions = createStoredSwitch('suggestions');
/** Whether the wall suggests hosts on this device. */
export const { use: useSuggestionsOn, set: turnSuggestions } = suggestions;

/** Whether the background of the own picture is blurred on this device (product 5.2). */
export const cameraBlur = createStoredSwitch('camera_blur', false);
/** Whether a dark own picture is brightened on this device (product 5.2). */
export const cameraLift = createStoredSwitch('camera_lift', false);
