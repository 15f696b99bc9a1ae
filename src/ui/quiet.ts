/** Acts when everything of the first sight is there and the page has nothing better to do. */
export function whenQuiet(act: () => void): void {
  const idle = () => (typeof requestIdleCallback === 'function' ? requestIdleCallback(act) : setTimeout(act, 200));
  if (document.readyState === 'complete') idle();
  else addEventListener('load', idle, { once: true });
}
