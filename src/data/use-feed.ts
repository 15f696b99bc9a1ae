import { useCallback, useEffect, useState } from 'react';
import type { AppError } from '#contract/result.ts';
import { type PeopleList, readFeed, readList } from '#db/reads/people.ts';
import { core } from '../core/core.ts';
import { useLiveQuery } from './use-live-query.ts';
import { useOnReconnect } from './use-on-reconnect.ts';

/** The feed of hosts with the state of its refresh. */
export type Feed = {
  /** Undefined until the database has responded. */
  readonly list: PeopleList | undefined;
  readonly busy: boolean;
  readonly error: AppError | undefined;
  readonly refresh: () => void;
  readonly readMore: () => void;
};

/**
 * Returns the feed of hosts that /match shows, refreshed on mount and, after a failure, on reconnect. With `unmet`, hosts whom the user
 * liked or recently skipped are left out.
 */
export function useFeed(unmet: boolean): Feed {
  const [since] = useState(Date.now);
  const list = useLiveQuery(() => (unmet ? readFeed(since) : readList('swipe')), [unmet, since]);
  const [refreshState, setRefreshState] = useState<{ readonly busy: boolean; readonly error: AppError | undefined }>({
    busy: true,
    error: undefined,
  });

  const ask = useCallback(async (more: boolean) => {
    setRefreshState({ busy: true, error: undefined });
    const result = await core.refreshList('swipe', more);
    setRefreshState({ busy: false, error: result.ok ? undefined : result.error });
  }, []);
  const refresh = useCallback(() => void ask(false), [ask]);
  const readMore = useCallback(() => void ask(true), [ask]);
  useEffect(refresh, [refresh]);

  useOnReconnect(refreshState.error !== undefined, refresh);
  return { list, ...refreshState, refresh, readMore };
}
