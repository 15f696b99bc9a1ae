/** History state of an entry that was created by a press. */
type Press = { readonly press: string };

/** In this document's memory only, so that a link, a reload or a step in history does not restore it. */
let unanswered = '';

// A step in history is not a press.
addEventListener('popstate', () => {
  unanswered = '';
});

/** Creates the history state for a page that acts immediately after a press. Each works only once. */
export function newPress(): Press {
  unanswered = crypto.randomUUID();
  return { press: unanswered };
}

/** Returns the press of a history state; empty for a page opened from outside. */
export const pressIn = (state: unknown): string =>
  typeof state === 'object' && state !== null && 'press' in state && typeof state.press === 'string' ? state.press : '';

/** Returns whether this press was made in this page and is unused, and marks it as used. */
export function takePress(press: string): boolean {
  if (press === '' || press !== unanswered) return false;
  unanswered = '';
  return true;
}
