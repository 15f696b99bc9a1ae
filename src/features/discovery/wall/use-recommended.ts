import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useRef } from 'react';
import { readListIndex } from '#db/reads/wall.ts';
import { core } from '../../../core/core.ts';

const MOST = 12;
const none: readonly number[] = [];
/** Requested once per visit: the answer is used when the wall is opened next. */
let asked = false;

/**
 * Hosts picked for the viewer; undefined until the database answered. Hosts not known when the wall was opened are not
 * shown: nothing may shift beneath a finger.
 */
export function useRecommended(wanted: boolean): readonly number[] | undefined {
  const list = useLiveQuery(() => readListIndex('recommended'));
  const decided = useRef<boolean>(undefined);
  if (list && decided.current === undefined) decided.current = list.uids.length > 0;
  useEffect(() => {
    if (asked) return;
    asked = true;
    void core.refreshList('recommended', false);
  }, []);
  if (!list) return undefined;
  return wanted && decided.current ? list.uids.slice(0, MOST) : none;
}
