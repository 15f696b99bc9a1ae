import { useDeferredValue, useRef } from 'react';
import { readShown, type ShownPerson } from '#db/reads/wall.ts';
import { useLiveQuery } from '../use-live-query.ts';

/** Data that cards show about people, by uid. */
export type ShownPeople = ReadonlyMap<number, ShownPerson>;

const NO_PEOPLE: ShownPeople = new Map();

const same = (a: ShownPerson | undefined, b: ShownPerson): a is ShownPerson =>
  a !== undefined && a.status === b.status && a.liked === b.liked && a.person.fetchedAt === b.person.fetchedAt;

/** Returns the card data of these people from the database, live. Unchanged people keep their object, so that only changed cards render. */
export function useShownPeople(uids: readonly number[]): ShownPeople {
  const before = useRef(NO_PEOPLE);
  const read = async (): Promise<ShownPeople> => {
    const rows = (await readShown(uids)).map((row) => {
      const known = before.current.get(row.person.uid);
      return same(known, row) ? known : row;
    });
    before.current = new Map(rows.map((row) => [row.person.uid, row]));
    return before.current;
  };
  // Rendering cards is expensive; deferring it keeps the page responsive.
  return useDeferredValue(useLiveQuery(read, [uids.join()], NO_PEOPLE));
}
