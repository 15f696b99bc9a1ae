import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useRef } from 'react';
import type { StoryItem } from '#contract/discovery/stories.ts';
import { readStories } from '#db/reads/stories.ts';
import { core } from '../../../core/core.ts';
import { whenQuiet } from '../../../ui/quiet.ts';

const none: readonly StoryItem[] = [];
/** Requested once per visit: the answer is used when the wall is opened next. */
let asked = false;

/**
 * Stories of hosts; undefined until the database answered. Where there were none when the wall was opened, none are shown:
 * nothing may shift beneath a finger.
 */
export function useStories(wanted: boolean): readonly StoryItem[] | undefined {
  const stories = useLiveQuery(readStories);
  const decided = useRef<boolean>(undefined);
  if (stories && decided.current === undefined) decided.current = stories.length > 0;
  useEffect(() => {
    if (asked) return;
    asked = true;
    whenQuiet(() => void core.refreshStories());
  }, []);
  if (!stories) return undefined;
  return wanted && decided.current ? stories : none;
}
