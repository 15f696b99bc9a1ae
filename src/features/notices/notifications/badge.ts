import { countedThreads, followThreads } from '../../../data/threads.ts';

/** Returns the number of conversations with unread messages, for the badge of the app icon. */
export const unreadThreads = (threads: readonly { readonly unread: number }[]): number =>
  threads.filter(({ unread }) => unread > 0).length;

/**
 * Shows the number of unread conversations, without muted and archived ones, on the app icon (https://w3c.github.io/badging/), and clears
 * it at zero. Returns a function that stops it. Errors are ignored, as some systems have no badge.
 */
export function followBadge(badges: Pick<Navigator, 'setAppBadge' | 'clearAppBadge'> = navigator): () => void {
  let last: number | undefined;
  return followThreads((threads, choices) => {
    const count = unreadThreads(countedThreads(threads, choices));
    if (count === last) return;
    last = count;
    const shown = count > 0 ? badges.setAppBadge(count) : badges.clearAppBadge();
    shown.catch(() => undefined);
  });
}
