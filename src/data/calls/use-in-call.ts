import { useSyncExternalStore } from 'react';
import { isOver } from '#contract/calls/calls.ts';
import { readState } from '#db/reads/app.ts';
import { createLiveStore } from '../live-store.ts';

/** Whether a call is not over, as one live query for the whole page, because each visible voice message reads it. */
const calls = createLiveStore(async () => {
  const call = await readState('call');
  return call !== undefined && !isOver(call.status);
});

/** Returns whether a call rings or is active on this device. */
export const useInCall = (): boolean => useSyncExternalStore(calls.subscribe, calls.nowOrThrow) ?? false;
