/** Tone of a toast: `good` when an act of the user succeeded, `bad` for errors, `calm` for everything else. */
export type ToastTone = 'calm' | 'good' | 'bad';
/** The action that a toast offers. */
type ToastAction = { readonly label: string; readonly run: () => void };
/** A toast as passed from `showToast` to the component that renders toasts. */
export type ToastNote = { readonly text: string; readonly tone: ToastTone; readonly action?: ToastAction | undefined };

/** Time after which a toast without an action closes, ms. */
export const SHOWN_FOR_MS = 5_000;
/** Time after which a toast with an action closes, ms: long enough to read, decide and reach the button. */
export const ACTION_SHOWN_FOR_MS = 15_000;

const waiting: ToastNote[] = [];
let listener: ((note: ToastNote) => void) | undefined;

/** Shows a toast over the page. Before the toast component is mounted, the toast is queued. */
export function showToast(text: string, tone: ToastTone = 'calm', action?: ToastAction): void {
  const note = { text, tone, action };
  if (listener) listener(note);
  else waiting.push(note);
}

/** Subscribes the toast component to toasts and delivers the queued ones at once. Returns a function that unsubscribes it. */
export function onToast(next: (note: ToastNote) => void): () => void {
  listener = next;
  for (const note of waiting.splice(0)) next(note);
  return () => {
    listener = undefined;
  };
}
