import { AB_THRESHOLD_UID } from './rules.ts';

/** Layout of the match screen, by A/B rule (product 2.3). 'swipe': cards to swipe; 'switch': a feed of cards that scrolls. */
export type MatchFeed = 'swipe' | 'switch';

/**
 * Above the threshold an odd uid gets the switch feed; all others get the swipe feed. The rule applies only to the style `swipe-or-card`;
 * the style `card` always gets the switch feed.
 */
export function matchFeedOf(uid: number, style: 'swipe-or-card' | 'card'): MatchFeed {
  if (style === 'card') return 'switch';
  return uid > AB_THRESHOLD_UID && uid % 2 === 1 ? 'switch' : 'swipe';
}
