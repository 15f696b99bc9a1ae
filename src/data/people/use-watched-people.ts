import { useEffect } from 'react';
import { declare } from '../../core/core.ts';
import { shownAccount } from '../../core/page-state.ts';
import { tabId } from '../../core/tab.ts';

/** The people shown by each part of the page; the tab sends their union to the core. */
const shown = new Map<symbol, readonly number[]>();
/** The people of the last declaration, and the account for which it was made. */
let sent = '';
let timer: ReturnType<typeof setTimeout> | undefined;

/** Delay that combines frequent changes, ms: scrolling changes the shown people many times per second. */
const SETTLE_MS = 200;
const MAX = 200;

function sendShown(): void {
  clearTimeout(timer);
  timer = setTimeout(() => {
    const uids = [...new Set([...shown.values()].flat())].slice(0, MAX);
    const key = `${shownAccount()} ${uids.join()}`;
    if (key === sent) return;
    sent = key;
    declare('watchPeople', tabId, uids);
  }, SETTLE_MS);
}

/** Returns whether a part of the page has subscribed to the presence of this person. */
export const isWatched = (uid: number): boolean => [...shown.values()].some((uids) => uids.includes(uid));

/**
 * Subscribes to the presence of these people while mounted, so that `usePresence` is up to date. At most 200 people per tab;
 * further ones are ignored.
 */
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
