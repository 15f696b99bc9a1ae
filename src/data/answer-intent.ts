import { useSyncExternalStore } from 'react';

/** The call that a tap on its notification has answered, until the panel of that call takes it. In this page's memory alone. */
let wanted = '';
const listeners = new Set<() => void>();

export function wantAnswer(sid: string): void {
  wanted = sid;
  for (const listener of listeners) listener();
}

/** Whether this call was answered by a tap; taken once. */
export function takeAnswer(sid: string): boolean {
  if (sid === '' || wanted !== sid) return false;
  wanted = '';
  return true;
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useWantedAnswer = (): string => useSyncExternalStore(subscribe, () => wanted);
