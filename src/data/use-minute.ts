import { useSyncExternalStore } from 'react';
import { MINUTE_MS } from '#contract/durations.ts';
import { createStore } from '../create-store.ts';

let now = Date.now();
/**
 * Wakes its subscribers every minute. A render more than a minute after the last tick reads the clock itself, as timers are throttled in
 * the background.
 */
const ticks = createStore(now, () => {
  const timer = setInterval(() => {
    now = Date.now();
    ticks.set(now);
  }, MINUTE_MS);
  return () => clearInterval(timer);
});

function snapshot(): number {
  if (Date.now() - now > MINUTE_MS) now = Date.now();
  return now;
}

/** Returns the device clock, Unix ms, updated every minute, for labels like "5 min ago". */
export const useMinute = (): number => useSyncExternalStore(ticks.subscribe, snapshot, snapshot);
