const CHOICE_KEY = 'shared-worker';

/** `?shared-worker=off` forces the fallback; the choice lasts as long as the tab, also over navigations. */
function chooseSharedWorker(): boolean {
  if (typeof SharedWorker === 'undefined') return false;
  const asked = new URLSearchParams(location.search).get('shared-worker');
  try {
    if (asked !== null) sessionStorage.setItem(CHOICE_KEY, asked);
    return sessionStorage.getItem(CHOICE_KEY) !== 'off';
  } catch {
    // Forbidden storage.
    return asked !== 'off';
  }
}

export const usesSharedWorker = chooseSharedWorker();
