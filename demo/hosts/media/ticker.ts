/** Sound is sent every 20 ms; pictures are due at some of these ticks. */
const TICK_MS = 20;

const listeners = new Set<() => void>();
let timer: NodeJS.Timeout | undefined;

/** One timer for all calls, and none without a call. Returns a function that stops it. */
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
