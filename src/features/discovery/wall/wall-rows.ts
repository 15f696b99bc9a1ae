import type { StoryItem } from '#contract/discovery/stories.ts';

/** Largest number of recommended hosts in the row. */
const MOST = 12;
/** Number of recommended hosts below which the row is not shown. */
const FEWEST = 3;
/** Number of hosts of the list below that are visible together with the row; the row does not repeat them. */
const IN_SIGHT = 8;

/**
 * Returns at most `MOST` recommended hosts who are neither in the row of stories nor among the first hosts of the list below; none if they
 * are fewer than `FEWEST`.
 */
export function chooseRecommended(
  recommended: readonly number[],
  stories: readonly { readonly anchor: Pick<StoryItem['anchor'], 'uid'> }[],
  hosts: readonly number[],
): readonly number[] {
  const shown = new Set([...stories.map(({ anchor }) => anchor.uid), ...hosts.slice(0, IN_SIGHT)]);
  const others = recommended.filter((uid) => !shown.has(uid)).slice(0, MOST);
  return others.length < FEWEST ? [] : others;
}
