import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useRef } from 'react';
import { readListIndex } from '#db/reads/wall.ts';
import { core } from '../../../core/core.ts';

const MOST = 12;
const none: readonly number[] = [];
/** The list is requested once per page; the answer is used the next time the wall opens. */
let isRequested = false;

/**
 * Returns the uids of the recommended hosts; undefined until the database responds. If none were known when the wall was mounted,
 * none are shown until it is mounted again, so that nothing shifts under the pointer.
 */
export function useRecommended(wanted: boolean): readonly number[] | undefined {
  const list = useLiveQuery(() => readListIndex('recommended'));
  const decided = useRef<boolean>(undefined);
  if (list && decided.current === undefined) decided.current = list.uids.length > 0;
  useEffect(() => {
    if (isRequested) return;
    isRequested = true;
    void core.refreshList('recommended', false);
  }, []);
  if (!list) return undefined;
  return wanted && decided.current ? list.uids.slice(0, MOST) : none;
}
