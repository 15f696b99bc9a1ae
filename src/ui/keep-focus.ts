import type { KeyboardEvent } from 'react';

const TABBABLE = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, [tabindex]';

/**
 * Handles Tab at the first and the last control of a dialog: the focus goes on at its other end. The widget library brings
 * the focus back as well, but only after it has left, a moment later than the next press may come.
 */
export function keepFocusInside(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Tab' || event.defaultPrevented) return;
  const dialog = event.currentTarget;
  const controls = [...dialog.querySelectorAll<HTMLElement>(TABBABLE)].filter(
    (control) => control.tabIndex >= 0 && control.checkVisibility(),
  );
  const [first, last] = [controls.at(0), controls.at(-1)];
  const { target } = event;
  const leaves = event.shiftKey ? target === first || target === dialog : target === last;
  if (!leaves || !first || !last) return;
  event.preventDefault();
  (event.shiftKey ? last : first).focus();
}
