import { createStore } from '../../create-store.ts';

/** Types of `input` that take no text. */
const TEXTLESS = new Set(['button', 'checkbox', 'color', 'file', 'image', 'radio', 'range', 'reset', 'submit']);

/** Returns the target of a focus event if it is a text field. */
function toTextField(target: EventTarget | null): Element | undefined {
  if (target instanceof HTMLInputElement) return TEXTLESS.has(target.type) ? undefined : target;
  return target instanceof HTMLTextAreaElement ? target : undefined;
}

/** The text field that got the focus last, until it loses it. */
const field = createStore<Element | undefined>(undefined);
if (typeof document !== 'undefined') {
  document.addEventListener('focusin', ({ target }) => field.set(toTextField(target)));
  document.addEventListener('focusout', ({ relatedTarget }) => field.set(toTextField(relatedTarget)));
}

/**
 * Returns whether a text field of the page has the focus; nothing appears unasked then. A removed field loses the focus without an event.
 */
export const isTyping = (): boolean => field.get()?.matches(':focus') ?? false;
/** Calls the listener when a text field gets or loses the focus. Returns a function that stops it. */
export const onTypingChange = field.subscribe;
