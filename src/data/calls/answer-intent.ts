import { useSyncExternalStore } from 'react';

/** Sid of the call answered by tapping its notification, until the call's panel handles it. In this page's memory only. */
let wanted = '';
const listeners = new Set<() => void>();

/** Records that the call was answered by tapping its notification. */
export function wantAnswer(sid: string): void {
  wanted = sid;
  for (const listener of listeners) listener();
}

/** Returns whether this call was answered by tapping its notification, and clears that. */
export function takeAnswer(sid: string): boolean {
  if (sid === '' || wanted !== sid) return false;
  wanted = '';
  return true;
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the sid of the call answered from its notification; empty when there is none. */
export const useWantedAnswer = (): string => useSyncExternalStore(subscribe, () => wanted);
