import { useEffect, useRef } from 'react';
import type { StoryItem } from '#contract/discovery/stories.ts';
import { readStories } from '#db/reads/stories.ts';
import { readListIndex } from '#db/reads/wall.ts';
import { core } from '../../../core/core.ts';
import { useLiveQuery } from '../../../data/use-live-query.ts';
import { whenQuiet } from '../../../ui/quiet.ts';

const MOST = 12;
const noUids: readonly number[] = [];
/** The list is requested once per page; the answer is used the next time the wall opens. */
let hasAskedRecommended = false;

/**
 * Returns the uids of the recommended hosts; undefined until the database responds. If none were known when the wall was mounted,
 * none are shown until it is mounted again, so that nothing shifts under the pointer.
 */
export function useRecommended(wanted: boolean): readonly number[] | undefined {
  const list = useLiveQuery(() => readListIndex('recommended'));
  const decided = useRef<boolean>(undefined);
  if (list && decided.current === undefined) decided.current = list.uids.length > 0;
  useEffect(() => {
    if (hasAskedRecommended) return;
    hasAskedRecommended = true;
    void core.refreshList('recommended', false);
  }, []);
  if (!list) return undefined;
  return wanted && decided.current ? list.uids.slice(0, MOST) : noUids;
}

const noStories: readonly StoryItem[] = [];
/** The stories are requested once per page; the answer is used the next time the wall opens. */
let hasAskedStories = false;

/**
 * Returns the stories of hosts; undefined until the database responds. If none were known when the wall opened, none are shown
 * during this visit, so that nothing shifts under the pointer.
 */
export function useStories(wanted: boolean): readonly StoryItem[] | undefined {
  const stories = useLiveQuery(readStories);
  const decided = useRef<boolean>(undefined);
  if (stories && decided.current === undefined) decided.current = stories.length > 0;
  useEffect(() => {
    if (hasAskedStories) return;
    hasAskedStories = true;
    whenQuiet(() => void core.refreshStories());
  }, []);
  if (!stories) return undefined;
  return wanted && decided.current ? stories : noStories;
}
