/** Timeout after which deferred work runs even though the page is never idle, ms. */
const PATIENCE_MS = 2_000;

/**
 * Calls `act` once, when the page has loaded and is idle, at the latest 2 s after its load (or after this call, if it has loaded). Used for
 * prefetches and deferrable work.
 */
export function whenQuiet(act: () => void): void {
  const idle = () =>
    typeof requestIdleCallback === 'function'
      ? requestIdleCallback(act, { timeout: PATIENCE_MS })
      : setTimeout(act, 200);
  if (document.readyState === 'complete') idle();
  else addEventListener('load', idle, { once: true });
}
