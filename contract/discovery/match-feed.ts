import { AB_THRESHOLD_UID } from './rules.ts';

/** Layout of the match screen, by A/B rule (product 2.3). 'swipe': cards to swipe; 'switch': a feed of cards that scrolls. */
export type MatchFeed = 'swipe' | 'switch';

/**
 * Returns the layout of the match screen for a user. With the style `swipe-or-card` an odd uid above `AB_THRESHOLD_UID` gets `switch` and
 * all others `swipe`; with the style `card` all get `switch`.
 */
export function matchFeedOf(uid: number, style: 'swipe-or-card' | 'card'): MatchFeed {
  if (style === 'card') return 'switch';
  return uid > AB_THRESHOLD_UID && uid % 2 === 1 ? 'switch' : 'swipe';
}
