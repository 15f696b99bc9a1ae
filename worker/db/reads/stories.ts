import type { StoryItem } from '#contract/discovery/stories.ts';
import { readState } from './app.ts';
import { blockedUids } from './people.ts';

/** Returns the newest stories without those of blocked people. */
export async function readStories(): Promise<readonly StoryItem[]> {
  const [row, blocked] = await Promise.all([readState('stories'), blockedUids()]);
  return row?.stories.filter(({ anchor }) => !blocked.has(anchor.uid)) ?? [];
}
