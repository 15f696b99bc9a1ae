import { useSyncExternalStore } from 'react';
import { isOver } from '#contract/calls/calls.ts';
import { readState } from '#db/reads/app.ts';
import { createLiveStore } from './live-store.ts';

/** One read for all: each voice in sight asks. */
const calls = createLiveStore(async () => {
  const call = await readState('call');
  return call !== undefined && !isOver(call.status);
});

/** Whether a call rings or is under way on this device. */
export const useInCall = (): boolean => useSyncExternalStore(calls.subscribe, calls.nowOrThrow) ?? false;
