import { useCallback, useEffect, useRef, useState } from 'react';
import type { ListName } from '#contract/people/people.ts';
import type { AppError } from '#contract/result.ts';
import { readList } from '#db/reads/people.ts';
import { core } from '../../../core/core.ts';
import { useLiveQuery } from '../../../data/use-live-query.ts';
import { useOnReconnect } from '../../../data/use-on-reconnect.ts';

/**
 * Returns a list of related or recommended users from the database at once. It is refreshed from the server on mount, and on reconnect
 * after a failure. `refresh` fetches the first page, `readOn` the next one if there is any; `error`: failure of the last refresh.
 */
export function usePeopleList(name: ListName) {
  const list = useLiveQuery(() => readList(name), [name]);
  const [error, setError] = useState<AppError>();
  const reading = useRef(false);

  const refresh = useCallback(async () => {
    const result = await core.refreshList(name, false);
    setError(result.ok ? undefined : result.error);
  }, [name]);
  useEffect(() => void refresh(), [refresh]);
  useOnReconnect(error !== undefined, () => void refresh());

  const readOn = async () => {
    if (reading.current || !list?.hasMore) return;
    reading.current = true;
    await core.refreshList(name, true);
    reading.current = false;
  };
  return { people: list?.people, fetchedAt: list?.fetchedAt, error, refresh, readOn };
}
