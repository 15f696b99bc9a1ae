const KEY = 'signed-in';

/**
 * A hint that can be read before the database: where somebody was signed in last time, `/` opens the app, else the
 * landing page. Nothing is believed because of it.
 */
export function wasSignedIn(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

export function rememberSignedIn(signedIn: boolean): void {
  try {
    if (signedIn) localStorage.setItem(KEY, '1');
    else localStorage.removeItem(KEY);
  } catch {
    // Forbidden storage: `/` then opens the landing page.
  }
}
