/** Tone of a toast: `bad` for errors. The component that renders toasts is loaded with the first toast. */
export type ToastTone = 'calm' | 'bad';
/** The action that a toast offers. */
type ToastAction = { readonly label: string; readonly run: () => void };
/** A toast. */
export type ToastNote = { readonly text: string; readonly tone: ToastTone; readonly action?: ToastAction | undefined };

/** Duration of a toast without an action, ms. */
export const SHOWN_FOR_MS = 5_000;
/** Duration of a toast with an action, ms: time to read, decide and reach the button. */
export const ACTION_SHOWN_FOR_MS = 15_000;

const waiting: ToastNote[] = [];
let listener: ((note: ToastNote) => void) | undefined;

/** Shows a toast, or queues it until the component is loaded. */
export function showToast(text: string, tone: ToastTone = 'calm', action?: ToastAction): void {
  const note = { text, tone, action };
  if (listener) listener(note);
  else waiting.push(note);
}

/** Subscribes the component to toasts; delivers those that were queued before. Returns a function that unsubscribes it. */
export function onToast(next: (note: ToastNote) => void): () => void {
  listener = next;
  for (const note of waiting.splice(0)) next(note);
  return () => {
    listener = undefined;
  };
}
