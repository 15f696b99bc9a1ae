import { useSyncExternalStore } from 'react';
import { createStore } from '../../create-store.ts';

/** Sid of the call answered by tapping its notification, until the call's panel handles it. In this page's memory only. */
const wanted = createStore('');

/**
 * Records that the user answered this call by tapping its notification. The panel of the incoming call then answers it without a
 * further press.
 */
export const wantAnswer = (sid: string): void => wanted.set(sid);

/** Returns whether the user answered this call by tapping its notification, and clears the record, so that it answers only once. */
export function takeAnswer(sid: string): boolean {
  if (sid === '' || wanted.get() !== sid) return false;
  wanted.set('');
  return true;
}

/** Returns the sid of the call answered from its notification and not taken yet; empty when there is none. */
export const useWantedAnswer = (): string => useSyncExternalStore(wanted.subscribe, wanted.get);
