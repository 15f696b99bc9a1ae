import { readState } from '#db/reads/app.ts';
import { useLiveQuery } from './use-live-query.ts';

type Key = Parameters<typeof readState>[0];

/** Returns one row of the `app.state` table, live; undefined until the database responds or when there is none. */
export const useAppState = <K extends Key>(key: K) => useLiveQuery(() => readState(key), [key]);
