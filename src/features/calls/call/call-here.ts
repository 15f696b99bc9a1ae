const KEY = 'call-here';

/** Which call this tab has, over a reload of it. Where storage is forbidden, a reload ends the call. */
export function rememberCall(id: string): void {
  try {
    sessionStorage.setItem(KEY, id);
  } catch {
    // See above.
  }
}

export function isReturning(id: string): boolean {
  try {
    return sessionStorage.getItem(KEY) === id;
  } catch {
    return false;
  }
}
