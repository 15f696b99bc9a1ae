import { useEffect } from 'react';
import { core } from '../core/core.ts';
import { tabId } from '../core/tab.ts';

/** The people that each part of the page shows: a tab sends all of them together to the core. */
const shown = new Map<symbol, readonly number[]>();
let sentUids = '';
let timer: ReturnType<typeof setTimeout> | undefined;

/** A scroll changes what is shown many times a second. */
const SETTLE_MS = 200;
const MAX = 200;

function sendShown(): void {
  clearTimeout(timer);
  timer = setTimeout(() => {
    const uids = [...new Set([...shown.values()].flat())].slice(0, MAX);
    if (uids.join() === sentUids) return;
    sentUids = uids.join();
    void core.watchPeople(tabId, uids);
  }, SETTLE_MS);
}

/** Keeps the presence of these people live in `notice.onlineUsers` for as long as they are shown. */
export function useWatchedPeople(uids: readonly number[]): void {
  const key = uids.join();
  useEffect(() => {
    const part = Symbol('shown');
    shown.set(part, key === '' ? [] : key.split(',').map(Number));
    sendShown();
    return () => {
      shown.delete(part);
      sendShown();
    };
  }, [key]);
}
