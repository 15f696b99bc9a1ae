import type { KeyboardEvent } from 'react';
import { pressedKey } from '../keys.ts';

const TABBABLE = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, [tabindex]';

const isRadio = (control: unknown): control is HTMLInputElement =>
  control instanceof HTMLInputElement && control.type === 'radio';

/** Returns whether Tab treats both as one stop: a group of radio buttons is one stop. */
const isSameStop = (a: unknown, b: unknown): boolean => a === b || (isRadio(a) && isRadio(b) && a.name === b.name);

/**
 * Key handler of a dialog: wraps Tab at its first and last control. The widget library returns the focus only after it has left
 * the dialog, which is too late for a fast second press.
 */
export function trapFocus(event: KeyboardEvent<HTMLElement>): void {
  if (pressedKey(event) !== 'Tab' || event.defaultPrevented) return;
  const dialog = event.currentTarget;
  const controls = [...dialog.querySelectorAll<HTMLElement>(TABBABLE)].filter(
    (control) => control.tabIndex >= 0 && control.checkVisibility(),
  );
  const [first, last] = [controls.at(0), controls.at(-1)];
  const { target } = event;
  const leaves = event.shiftKey ? isSameStop(target, first) || target === dialog : isSameStop(target, last);
  const next = event.shiftKey ? last : first;
  if (!leaves || !next) return;
  event.preventDefault();
  (controls.find((control) => isSameStop(control, next) && isRadio(control) && control.checked) ?? next).focus();
}
