import { useLiveQuery } from 'dexie-react-hooks';
import { readState } from '#db/reads/app.ts';

type Key = Parameters<typeof readState>[0];

/** Returns a row of the app state, live. */
export const useAppState = <K extends Key>(key: K) => useLiveQuery(() => readState(key), [key]);
