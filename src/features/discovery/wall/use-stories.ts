import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useRef } from 'react';
import type { StoryItem } from '#contract/discovery/stories.ts';
import { readStories } from '#db/reads/stories.ts';
import { core } from '../../../core/core.ts';
import { whenQuiet } from '../../../ui/quiet.ts';

const none: readonly StoryItem[] = [];
/** The stories are requested once per page; the answer is used the next time the wall opens. */
let isRequested = false;

/**
 * Returns the stories of hosts; undefined until the database responds. If none were known when the wall opened, none are shown
 * during this visit, so that nothing shifts under the pointer.
 */
export function useStories(wanted: boolean): readonly StoryItem[] | undefined {
  const stories = useLiveQuery(readStories);
  const decided = useRef<boolean>(undefined);
  if (stories && decided.current === undefined) decided.current = stories.length > 0;
  useEffect(() => {
    if (isRequested) return;
    isRequested = true;
    whenQuiet(() => void core.refreshStories());
  }, []);
  if (!stories) return undefined;
  return wanted && decided.current ? stories : none;
}
