import { useObservable } from 'dexie-react-hooks';
import { liveQuery } from '#db/reads/live-query.ts';

type Deps = readonly unknown[];

/**
 * Returns the result of a database read, live, and reads again when `deps` change; undefined until the database has responded. While the
 * storage fails, the last result stays; any other exception of the read is thrown to the error boundary.
 */
export function useLiveQuery<T>(read: () => Promise<T> | T, deps?: Deps): T | undefined;
/** Like the overload without `first`, but returns `first` until the database has responded. */
export function useLiveQuery<T, First>(read: () => Promise<T> | T, deps: Deps, first: First): T | First;
/** Implementation of both overloads. */
export function useLiveQuery<T, First>(
  read: () => Promise<T> | T,
  deps: Deps = [],
  first?: First,
): T | First | undefined {
  return useObservable(() => liveQuery(read), [...deps], first);
}
