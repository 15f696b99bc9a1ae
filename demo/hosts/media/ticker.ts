/** Audio is sent every 20 ms; video frames are due at some of these ticks. */
const TICK_MS = 20;

const listeners = new Set<() => void>();
let timer: NodeJS.Timeout | undefined;

/**
 * Calls the listener every 20 ms while a call sends media. One timer serves all calls and stops with the last one. Returns a function that
 * unsubscribes.
 */
export function onTick(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const each of listeners) each();
  }, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}
