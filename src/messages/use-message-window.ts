import { useMemo, useSyncExternalStore } from 'react';
import { type MessageWindow, openMessageWindow } from './message-window.ts';

/** Live window on the newest part of a conversation of any length. It is read while the page draws the rest. */
export function useMessageWindow(tid: string): MessageWindow {
  const store = useMemo(() => openMessageWindow(tid), [tid]);
  return useSyncExternalStore(store.subscribe, store.nowOrThrow);
}
