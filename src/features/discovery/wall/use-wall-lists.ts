import { useEffect, useRef } from 'react';
import type { StoryItem } from '#contract/discovery/stories.ts';
import { readStories } from '#db/reads/stories.ts';
import { readListIndex } from '#db/reads/wall.ts';
import { core } from '../../../core/core.ts';
import { useSession } from '../../../data/session.tsx';
import { useLiveQuery } from '../../../data/use-live-query.ts';
import { chooseRecommended, decideRow } from './wall-rows.ts';

type Row = 'stories' | 'recommended';

/** Decision of this page for each account and row, by `decideRow`. It holds until the page is reloaded. */
const decisions = new Map<string, boolean | undefined>();
/** The rows are requested once per page. */
let hasRequested = false;

const noUids: readonly number[] = [];
const noStories: readonly StoryItem[] = [];

/** Rows above the hosts of the wall; an empty one is not shown. */
export type WallRows = { readonly stories: readonly StoryItem[]; readonly recommended: readonly number[] };

/**
 * Returns the stories and the recommended hosts; undefined until the database answers. A row that did not arrive before the first
 * hosts (`uids`) is not shown until the page is reloaded, so that nothing shifts under the pointer. `isWanted`: the list has
 * these rows.
 */
export function useWallRows(isWanted: boolean, uids: readonly number[]): WallRows | undefined {
  const account = useSession()?.uid ?? 0;
  const list = useLiveQuery(() => readListIndex('recommended'));
  const stories = useLiveQuery(readStories);
  const chosen = useRef<readonly number[]>(undefined);
  useEffect(() => {
    if (hasRequested) return;
    hasRequested = true;
    void core.refreshList('recommended', false);
    void core.refreshStories();
  }, []);
  if (!list || !stories) return undefined;
  const hasHosts = uids.length > 0;
  const isShown = (row: Row, hasContent: boolean) => {
    const key = `${account}:${row}`;
    const decision = decideRow(decisions.get(key), hasContent, hasHosts);
    decisions.set(key, decision);
    return isWanted && decision === true;
  };
  const hasStories = isShown('stories', stories.length > 0);
  // Chosen once, because the hosts below change their order.
  const hasRecommended = isShown('recommended', list.uids.length > 0) && hasHosts;
  if (hasRecommended) chosen.current ??= chooseRecommended(list.uids, hasStories ? stories : noStories, uids);
  return {
    stories: hasStories ? stories : noStories,
    recommended: hasRecommended ? (chosen.current ?? noUids) : noUids,
  };
}
