/** History state of an entry that was created by a press. */
type Press = { readonly press: string };

/** Id of the last press that is not used yet, '' if none. In memory only, so that a link, a reload or a step in history restores none. */
let unanswered = '';

// A step in history is not a press.
addEventListener('popstate', () => {
  unanswered = '';
});

/**
 * Creates the history state for a page that acts at once because the user pressed a link to it, such as dialling. It is valid
 * once, in this page load, until the next step in history.
 */
export function newPress(): Press {
  unanswered = crypto.randomUUID();
  return { press: unanswered };
}

/** Returns the id of the press in a history state; empty when the page was not opened by a press. */
export const pressIn = (state: unknown): string =>
  typeof state === 'object' && state !== null && 'press' in state && typeof state.press === 'string' ? state.press : '';

/** Returns whether this press is the last one made in this page and unused, and uses it up. The call page dials at once only then. */
export function takePress(press: string): boolean {
  if (press === '' || press !== unanswered) return false;
  unanswered = '';
  return true;
}
