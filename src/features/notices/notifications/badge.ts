import { withoutGreeting } from '#contract/chat/greeting.ts';
import { followThreads } from '../../../data/threads.ts';

/** How many conversations have something unread. */
export const unreadThreads = (threads: readonly { readonly unread: number }[]): number =>
  threads.filter(({ unread }) => unread > 0).length;

/**
 * Shows on the app's icon how many conversations wait, and nothing where none does (https://w3c.github.io/badging/). Returns a function
 * that ends it. Systems without a count, or that refuse one, show none.
 */
export function followBadge(badges: Pick<Navigator, 'setAppBadge' | 'clearAppBadge'> = navigator): () => void {
  let last: number | undefined;
  return followThreads((threads) => {
    const count = unreadThreads(withoutGreeting(threads));
    if (count === last) return;
    last = count;
    const shown = count > 0 ? badges.setAppBadge(count) : badges.clearAppBadge();
    shown.catch(() => undefined);
  });
}
