import { useSyncExternalStore } from 'react';

const MINUTE_MS = 60_000;
let now = Date.now();
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function tick(): void {
  now = Date.now();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  timer ??= setInterval(tick, MINUTE_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function snapshot(): number {
  if (Date.now() - now > MINUTE_MS) now = Date.now();
  return now;
}

/** Returns the device clock, Unix ms, updated every minute, for labels like "5 min ago". */
export const useMinute = (): number => useSyncExternalStore(subscribe, snapshot);
