import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { isNotified } from '#contract/chat/lines.ts';
import { OPEN_NOTICE, pathOfNotice, staysHere } from '#contract/notices/notice.ts';
import type { ThreadRow } from '#db/schema.ts';
import { core } from '../../../core/core.ts';
import { followThreads } from '../../../data/threads.ts';
import { compare, type UnreadByThread, unreadOf } from './arrivals.ts';
import { isLookedAt, tellLooking } from './looking.ts';
import { followRinging } from './ringing.ts';
import { showArrival, takeAwayRead } from './show.ts';

const NOTIFIER_LOCK = 'notify';

async function showArrivals(arrived: readonly ThreadRow[]): Promise<void> {
  if (arrived.length === 0 || (await isLookedAt())) return;
  for (const { tid, linkedUser, lastFacts } of arrived)
    if (lastFacts && isNotified(lastFacts)) await showArrival(tid, linkedUser.nickName, lastFacts);
}

/** Every tab follows arrivals; the one that holds the lock notifies, and the next one when that tab is gone. */
function notify(): () => void {
  const end = new AbortController();
  let tells = false;
  let before: UnreadByThread | undefined;
  const waiting = navigator.locks.request(NOTIFIER_LOCK, { signal: end.signal }, () => {
    tells = true;
    return new Promise<void>((resolve) => end.signal.addEventListener('abort', () => resolve()));
  });
  waiting.catch(() => undefined);
  const ringing = followRinging(async () => tells && !(await isLookedAt()));
  // An unreadable database is reported where conversations are drawn.
  const unfollow = followThreads((threads) => {
    const { arrived, read } = compare(before ?? unreadOf(threads), threads);
    // At the start too: a page that opens at a conversation marks it as read before it follows arrivals.
    if (!before || read.length > 0) takeAwayRead(threads).catch(() => undefined);
    if (tells) showArrivals(arrived).catch(() => undefined);
    before = unreadOf(threads);
  });
  return () => {
    unfollow();
    ringing();
    end.abort();
  };
}

/** Notifies of messages while the app is out of sight (product 3.7), and opens the target of a click. */
export const Notifier = () => {
  const [, navigate] = useLocation();
  useEffect(tellLooking, []);
  useEffect(notify, []);
  useEffect(() => {
    const onMessage = ({ data }: MessageEvent<unknown>) => {
      if (typeof data !== 'object' || data === null || !('type' in data) || data.type !== OPEN_NOTICE) return;
      const about = 'data' in data ? data.data : undefined;
      void core.track('notice_open', { kind: staysHere(about) ? 'call' : 'message' });
      if (!staysHere(about)) navigate(pathOfNotice(about));
    };
    navigator.serviceWorker?.addEventListener('message', onMessage);
    return () => navigator.serviceWorker?.removeEventListener('message', onMessage);
  }, [navigate]);
  return null;
};
