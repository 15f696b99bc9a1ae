import { PAGE_TELLS_AFTER_MS } from '#contract/away/rules.ts';
import { isNotified } from '#contract/chat/lines.ts';
import { stanzaIdOfMid } from '#contract/ids.ts';
import { readThread } from '#db/reads/threads.ts';
import type { ThreadRow } from '#db/schema.ts';
import { followThreads } from '../../../data/threads.ts';
import { compare, type UnreadByThread, unreadOf } from './arrivals.ts';
import { isLookedAt } from './looking.ts';
import { followRinging } from './ringing.ts';
import { showArrival as showMessage, tagOf, takeAwayRead } from './show.ts';
import { isToTell } from './telling.ts';

const NOTIFIER_LOCK = 'notify';

const mayNotify = async () => !(await isLookedAt());

/** Whether the newest message of a conversation is still this one, and still unread. */
async function isUnread(tid: string, mid: string): Promise<boolean> {
  const thread = await readThread(tid);
  return thread !== undefined && thread.unread > 0 && thread.lastMid === mid;
}

async function showArrival({ tid, linkedUser, lastFacts, lastMid }: ThreadRow): Promise<void> {
  if (!lastFacts || !isNotified(lastFacts)) return;
  const id = stanzaIdOfMid(lastMid);
  if (await isToTell(tagOf(tid), id, PAGE_TELLS_AFTER_MS, mayNotify, () => isUnread(tid, lastMid)))
    await showMessage(tid, id, linkedUser.nickName, lastFacts);
}

/** Every tab follows arrivals; the one that holds the lock notifies, and the next one when that tab is gone. */
export function notify(): () => void {
  const end = new AbortController();
  let tells = false;
  let before: UnreadByThread | undefined;
  const waiting = navigator.locks.request(NOTIFIER_LOCK, { signal: end.signal }, () => {
    tells = true;
    return new Promise<void>((resolve) => end.signal.addEventListener('abort', () => resolve()));
  });
  waiting.catch(() => undefined);
  const ringing = followRinging(async () => tells && (await mayNotify()));
  // An unreadable database is reported where conversations are drawn.
  const unfollow = followThreads((threads) => {
    const { arrived, read } = compare(before ?? unreadOf(threads), threads);
    // At the start too: a page that opens at a conversation marks it as read before it follows arrivals.
    if (!before || read.length > 0) takeAwayRead(threads).catch(() => undefined);
    if (tells) for (const thread of arrived) showArrival(thread).catch(() => undefined);
    before = unreadOf(threads);
  });
  return () => {
    unfollow();
    ringing();
    end.abort();
  };
}
