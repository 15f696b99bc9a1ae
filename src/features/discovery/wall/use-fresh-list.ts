import { useCallback, useEffect, useState } from 'react';
import type { ListName } from '#contract/people/people.ts';
import type { AppError } from '#contract/result.ts';
import { type ListIndex, readListIndex } from '#db/reads/wall.ts';
import { core } from '../../../core/core.ts';
import { useLiveQuery } from '../../../data/use-live-query.ts';
import { useOnReconnect } from '../../../data/use-on-reconnect.ts';

/** Time of the last request for each list in this page: returning from a profile must not reload and change the wall. */
const refreshedAt = new Map<ListName, number>();
const FRESH_MS = 300_000;

/** List of hosts with the state of its refresh, as returned by `useFreshList`. */
export type FreshList = {
  /** The stored list; undefined until the database answers. */
  readonly index: ListIndex | undefined;
  readonly busy: boolean;
  /** Why the last refresh, or the last further page, failed. */
  readonly error: AppError | undefined;
  /** Whether a further page failed. It is requested again on reconnect, or by a press. */
  readonly stuck: boolean;
  readonly refresh: () => void;
  readonly readMore: () => void;
};

type RefreshState = {
  readonly name: ListName;
  readonly busy: boolean;
  readonly error: AppError | undefined;
  /** Whether the request is for a further page instead of the first one. */
  readonly more: boolean;
};

/**
 * Returns a list of hosts from the database at once. It is refreshed if this page has not refreshed it for 5 minutes, when it was
 * never fetched, and after a reconnect if the last request failed.
 */
export function useFreshList(name: ListName): FreshList {
  const index = useLiveQuery(() => readListIndex(name), [name]);
  const [refreshState, setRefreshState] = useState<RefreshState>({ name, busy: false, error: undefined, more: false });
  const now = refreshState.name === name ? refreshState : { name, busy: false, error: undefined, more: false };

  const ask = useCallback(
    async (more: boolean) => {
      setRefreshState({ name, busy: true, error: undefined, more });
      // Set before the answer: the rows may arrive in the database earlier and would trigger another request.
      if (!more) refreshedAt.set(name, Date.now());
      const result = await core.refreshList(name, more);
      if (!result.ok && !more) refreshedAt.delete(name);
      const done = { name, busy: false, error: result.ok ? undefined : result.error, more };
      setRefreshState((current) => (current.name === name ? done : current));
    },
    [name],
  );

  const ready = index?.name === name;
  const missing = ready && index.fetchedAt === undefined;
  useEffect(() => {
    if (ready && (missing || Date.now() - (refreshedAt.get(name) ?? 0) > FRESH_MS)) void ask(false);
  }, [name, ask, ready, missing]);

  const begun = ready && !missing;
  const failed = now.error !== undefined;
  useOnReconnect(failed, () => void ask(now.more));

  return {
    index: ready ? index : undefined,
    busy: now.busy,
    error: now.error,
    stuck: failed && now.more,
    refresh: useCallback(() => void ask(false), [ask]),
    // While the first page is loading, a request would fetch it twice, or fetch the second page too early.
    readMore: useCallback(() => {
      if (begun) void ask(true);
    }, [ask, begun]),
  };
}
