import { useEffect, useRef } from 'react';
import type { MessageRow } from '#db/schema.ts';

/**
 * Returns the number of messages received since the user scrolled up (`pinned` is false). A new own message calls `toEnd`, which
 * scrolls to the end.
 */
export function useArrivals(rows: readonly MessageRow[], pinned: boolean, toEnd: () => void): number {
  const newest = rows.at(-1);
  const leftAt = useRef(newest?.mid);
  if (pinned) leftAt.current = newest?.mid;
  const from = rows.findLastIndex(({ mid }) => mid === leftAt.current);
  const count = pinned ? 0 : rows.slice(from + 1).filter(({ out }) => !out).length;

  const seen = useRef(newest?.mid);
  useEffect(() => {
    const isNew = newest !== undefined && newest.mid !== seen.current;
    seen.current = newest?.mid;
    if (isNew && newest.out && newest.state === 'sending') toEnd();
  }, [newest, toEnd]);
  return count;
}
