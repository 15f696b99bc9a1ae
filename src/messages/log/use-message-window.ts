import { useMemo, useSyncExternalStore } from 'react';
import { type MessageWindow, openMessageWindow } from './message-window.ts';

/** Live window on the newest messages of a conversation; see `openMessageWindow`. */
export function useMessageWindow(tid: string): MessageWindow {
  const store = useMemo(() => openMessageWindow(tid), [tid]);
  return useSyncExternalStore(store.subscribe, store.nowOrThrow);
}
