/** The state of a place in the history that a press led to. */
type Press = { readonly press: string };

/** In the memory of this document alone: a link, a reload or a step through the history brings none of it. */
let unanswered = '';

// Whoever steps through the history did not press, whatever was pressed before.
addEventListener('popstate', () => {
  unanswered = '';
});

/** For the place that a person's press leads to, where the place is to act at once. Each is good for one time. */
export function newPress(): Press {
  unanswered = crypto.randomUUID();
  return { press: unanswered };
}

/** Which press led to the place with this state; '' for a place that was opened from outside. */
export const pressIn = (state: unknown): string =>
  typeof state === 'object' && state !== null && 'press' in state && typeof state.press === 'string' ? state.press : '';

/** Whether this press was made just now, in this page, and nothing was done for it yet. From now on something was. */
export function takePress(press: string): boolean {
  if (press === '' || press !== unanswered) return false;
  unanswered = '';
  return true;
}
