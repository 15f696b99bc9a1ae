import { isNotified } from '#contract/chat/lines.ts';
import { stanzaIdOfMid } from '#contract/ids.ts';
import { PAGE_NOTIFIES_AFTER_MS } from '#contract/push/rules.ts';
import { readNewestIncoming } from '#db/reads/messages.ts';
import { readThread } from '#db/reads/threads.ts';
import type { ThreadRow } from '#db/schema.ts';
import { followThreads } from '../../../data/threads.ts';
import { compare, type NoticesByThread, noticesOf } from './arrivals.ts';
import { isAppVisible } from './page-visibility.ts';
import { followRinging } from './ringing.ts';
import { shouldNotify } from './should-notify.ts';
import { closeFinishedNotifications, showArrival as showMessage, tagOf } from './show.ts';

const NOTIFIER_LOCK = 'notify';

const mayNotify = async () => !(await isAppVisible());

/** Whether this is still the newest incoming message of its conversation, and unread. */
async function isUnread(tid: string, mid: string): Promise<boolean> {
  const thread = await readThread(tid);
  return thread !== undefined && thread.unread > 0 && (await readNewestIncoming(thread))?.mid === mid;
}

async function showArrival(thread: ThreadRow): Promise<void> {
  const { tid, linkedUser } = thread;
  const newest = await readNewestIncoming(thread);
  if (!newest || !isNotified(newest.facts)) return;
  const { mid, facts } = newest;
  const id = stanzaIdOfMid(mid);
  if (await shouldNotify(tagOf(tid), id, PAGE_NOTIFIES_AFTER_MS, mayNotify, () => isUnread(tid, mid)))
    await showMessage(tid, id, linkedUser.nickName, facts);
}

/**
 * Shows notifications of messages, incoming calls, proposed matches and missed calls while the app is not visible, and closes them when
 * they are over. One tab at a time shows them: the one that holds a Web Lock. Returns a function that stops it.
 */
export function notify(): () => void {
  const end = new AbortController();
  let isNotifier = false;
  let before: NoticesByThread | undefined;
  const waiting = navigator.locks.request(NOTIFIER_LOCK, { signal: end.signal }, () => {
    isNotifier = true;
    return new Promise<void>((resolve) => end.signal.addEventListener('abort', () => resolve()));
  });
  waiting.catch(() => undefined);
  const ringing = followRinging(async () => isNotifier && (await mayNotify()));
  // A database error is reported where the conversations are drawn.
  const unfollow = followThreads((threads) => {
    const { arrived, over } = compare(before ?? noticesOf(threads), threads);
    // Also at the start: a conversation may have been read, and its newest message deleted, before this subscription.
    if (!before || over.length > 0) closeFinishedNotifications(threads).catch(() => undefined);
    if (isNotifier) for (const thread of arrived) showArrival(thread).catch(() => undefined);
    before = noticesOf(threads);
  });
  return () => {
    unfollow();
    ringing();
    end.abort();
  };
}
