const KEY = 'complete-info';
const today = () => new Date().toDateString();

/** Asked once a day at most, for as long as something is missing. */
export function isDismissed(): boolean {
  try {
    return localStorage.getItem(KEY) === today();
  } catch {
    return false;
  }
}

export function dismiss(): void {
  try {
    localStorage.setItem(KEY, today());
  } catch {
    // Forbidden storage: it is asked again with the next page.
  }
}
