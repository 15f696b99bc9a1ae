/** The state of a place in the history that a press led to. */
type Press = { readonly press: string };

/** Kept in the memory of this document alone: a link, a reload or a step through the history does not restore it. */
let unanswered = '';

// A step through the history is not a press.
addEventListener('popstate', () => {
  unanswered = '';
});

/** Creates the state for a place that a press leads to and that acts at once. Each works only once. */
export function newPress(): Press {
  unanswered = crypto.randomUUID();
  return { press: unanswered };
}

/** Which press led to the place with this state; '' for a place that was opened from outside. */
export const pressIn = (state: unknown): string =>
  typeof state === 'object' && state !== null && 'press' in state && typeof state.press === 'string' ? state.press : '';

/** Returns whether this press was made in this page and not used yet, and marks it as used. */
export function takePress(press: string): boolean {
  if (press === '' || press !== unanswered) return false;
  unanswered = '';
  return true;
}
