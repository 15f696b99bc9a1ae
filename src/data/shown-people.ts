import { useLiveQuery } from 'dexie-react-hooks';
import { useDeferredValue, useRef } from 'react';
import { readShown, type Shown } from '#db/reads/wall.ts';

export type ShownPeople = ReadonlyMap<number, Shown>;

const nobody: ShownPeople = new Map();

const same = (a: Shown | undefined, b: Shown): a is Shown =>
  a !== undefined && a.status === b.status && a.liked === b.liked && a.person.fetchedAt === b.person.fetchedAt;

/** Returns the data on these people's cards, live. Unchanged people keep the same object, so that only changes are drawn. */
export function useShownPeople(uids: readonly number[]): ShownPeople {
  const before = useRef(nobody);
  const read = async (): Promise<ShownPeople> => {
    const rows = (await readShown(uids)).map((row) => {
      const known = before.current.get(row.person.uid);
      return same(known, row) ? known : row;
    });
    before.current = new Map(rows.map((row) => [row.person.uid, row]));
    return before.current;
  };
  // Cards are expensive to draw: a deferred value lets the page stay responsive.
  return useDeferredValue(useLiveQuery(read, [uids.join()], nobody));
}
