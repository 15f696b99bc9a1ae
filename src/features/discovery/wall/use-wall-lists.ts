import { useEffect, useRef } from 'react';
import type { StoryItem } from '#contract/discovery/stories.ts';
import { readStories } from '#db/reads/stories.ts';
import { readListIndex } from '#db/reads/wall.ts';
import { core } from '../../../core/core.ts';
import { useSession } from '../../../data/session.tsx';
import { useLiveQuery } from '../../../data/use-live-query.ts';
import { whenQuiet } from '../../../ui/quiet.ts';
import { chooseRecommended } from './wall-rows.ts';

type Row = 'stories' | 'recommended';

/** Whether each row of each account is shown in this page. It holds until the page is reloaded. */
const decisions = new Map<string, boolean>();
/** Whether this page has requested the rows from the server, which it does once. */
let hasRequested = false;

const noUids: readonly number[] = [];
const noStories: readonly StoryItem[] = [];

/** Rows above the hosts of the wall; an empty one is not shown. */
export type WallRows = { readonly stories: readonly StoryItem[]; readonly recommended: readonly number[] };

/**
 * Returns the stories and the recommended hosts; undefined until the database answers. A row that is not stored when the wall is
 * first drawn is not shown until the page is reloaded, so that nothing shifts under the pointer. `isWanted`: the list has these
 * rows. `hosts`: the hosts of the list, undefined until the database answers.
 */
export function useWallRows(isWanted: boolean, hosts: readonly number[] | undefined): WallRows | undefined {
  const account = useSession()?.uid ?? 0;
  const list = useLiveQuery(() => readListIndex('recommended'));
  const stories = useLiveQuery(readStories);
  const chosen = useRef<readonly number[]>(undefined);
  useEffect(() => {
    if (hasRequested) return;
    hasRequested = true;
    void core.refreshList('recommended', false);
    whenQuiet(() => void core.refreshStories());
  }, []);
  if (!list || !stories || !hosts) return undefined;
  const isShown = (row: Row, hasContent: boolean) => {
    const key = `${account}:${row}`;
    if (!decisions.has(key)) decisions.set(key, hasContent);
    return isWanted && decisions.get(key) === true;
  };
  const shownStories = isShown('stories', stories.length > 0) ? stories : noStories;
  if (!isShown('recommended', list.uids.length > 0)) return { stories: shownStories, recommended: noUids };
  // Chosen once, because the hosts below change their order.
  chosen.current ??= chooseRecommended(list.uids, shownStories, hosts);
  return { stories: shownStories, recommended: chosen.current };
}
