import { useLiveQuery } from 'dexie-react-hooks';
import { readState } from '#db/reads/app.ts';

type Key = Parameters<typeof readState>[0];

/** A row of the app's state, as the core last wrote it. */
export const useAppState = <K extends Key>(key: K) => useLiveQuery(() => readState(key), [key]);
