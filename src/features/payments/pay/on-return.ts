/** The parts of `document` that `onReturn` uses; tests pass a fake. */
type PageVisibility = Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>;

/**
 * Calls `run` once when the page has been hidden and is visible again, as after a visit to another app. A page that stays visible, for
 * example behind the system's question whether to open the app, does not call it. Returns a function that stops waiting.
 */
export function onReturn(page: PageVisibility, run: () => void): () => void {
  let wasHidden = false;
  const stop = () => page.removeEventListener('visibilitychange', follow);
  function follow(): void {
    if (page.visibilityState === 'hidden') wasHidden = true;
    else if (wasHidden) {
      stop();
      run();
    }
  }
  page.addEventListener('visibilitychange', follow);
  return stop;
}
