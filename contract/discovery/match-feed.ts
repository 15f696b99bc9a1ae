import { AB_THRESHOLD_UID } from './rules.ts';

/** A/B rule for the match screen (product 2.3). 'switch' is the feed of cards that scrolls. */
export type MatchFeed = 'swipe' | 'switch';

/**
 * Above the threshold an even uid gets the swipe feed and an odd one the switch feed; everybody else swipes. The
 * rule applies only to a brand that has both; the others show cards.
 */
export function matchFeedOf(uid: number, style: 'swipe-or-card' | 'card'): MatchFeed {
  if (style === 'card') return 'switch';
  return uid > AB_THRESHOLD_UID && uid % 2 === 1 ? 'switch' : 'swipe';
}
