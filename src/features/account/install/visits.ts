const VISITS = 'visits';
const LAST_DAY = 'visited-on';
const DISMISSED = 'install-guide';
/** Who came back on so many days may like to have the app at hand. */
const ENOUGH_VISITS = 3;

/** Counts days with a visit, and says whether the guide is due. Where storage is forbidden it never is. */
export function isGuideDue(today: string): boolean {
  try {
    if (localStorage.getItem(DISMISSED) === 'no') return false;
    const before = Number(localStorage.getItem(VISITS) ?? 0);
    const visits = localStorage.getItem(LAST_DAY) === today ? before : before + 1;
    localStorage.setItem(VISITS, String(visits));
    localStorage.setItem(LAST_DAY, today);
    return visits >= ENOUGH_VISITS;
  } catch {
    return false;
  }
}

/** Said once, kept for good. */
export function dismissGuide(): void {
  try {
    localStorage.setItem(DISMISSED, 'no');
  } catch {
    // Forbidden storage: then it was never shown.
  }
}
