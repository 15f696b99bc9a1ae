import { useSyncExternalStore } from 'react';

/** Sid of the call answered by tapping its notification, until the call's panel handles it. In this page's memory only. */
let wanted = '';
const listeners = new Set<() => void>();

/**
 * Records that the user answered this call by tapping its notification. The panel of the incoming call then answers it without a
 * further press.
 */
export function wantAnswer(sid: string): void {
  wanted = sid;
  for (const listener of listeners) listener();
}

/** Returns whether the user answered this call by tapping its notification, and clears the record, so that it answers only once. */
export function takeAnswer(sid: string): boolean {
  if (sid === '' || wanted !== sid) return false;
  wanted = '';
  return true;
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the sid of the call answered from its notification and not taken yet; empty when there is none. */
export const useWantedAnswer = (): string => useSyncExternalStore(subscribe, () => wanted);
