/** A page that is never idle: what was put off is done all the same. */
const PATIENCE_MS = 2_000;

/** Acts when everything of the first sight is there and the page has nothing better to do, or has been busy for long. */
export function whenQuiet(act: () => void): void {
  const idle = () =>
    typeof requestIdleCallback === 'function'
      ? requestIdleCallback(act, { timeout: PATIENCE_MS })
      : setTimeout(act, 200);
  if (document.readyState === 'complete') idle();
  else addEventListener('load', idle, { once: true });
}
