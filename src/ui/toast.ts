/** Shows a toast. The component is loaded when the first toast is raised. */
export type ToastTone = 'calm' | 'bad';
/** What can be done about what a toast says. */
type ToastAction = { readonly label: string; readonly run: () => void };
export type ToastNote = { readonly text: string; readonly tone: ToastTone; readonly action?: ToastAction | undefined };

export const SHOWN_FOR_MS = 5_000;
/** Time to read it, to decide, and to reach its button. */
export const ACTION_SHOWN_FOR_MS = 15_000;

const waiting: ToastNote[] = [];
let listener: ((note: ToastNote) => void) | undefined;

export function showToast(text: string, tone: ToastTone = 'calm', action?: ToastAction): void {
  const note = { text, tone, action };
  if (listener) listener(note);
  else waiting.push(note);
}

/** The component takes over the toasts raised before it was loaded. */
export function onToast(next: (note: ToastNote) => void): () => void {
  listener = next;
  for (const note of waiting.splice(0)) next(note);
  return () => {
    listener = undefined;
  };
}
