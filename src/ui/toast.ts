/** Shows a toast. The component is loaded when the first toast is raised. */
export type ToastTone = 'calm' | 'bad';
export type ToastNote = { readonly text: string; readonly tone: ToastTone };

export const SHOWN_FOR_MS = 5_000;

const waiting: ToastNote[] = [];
let listener: ((note: ToastNote) => void) | undefined;

export function showToast(text: string, tone: ToastTone = 'calm'): void {
  const note = { text, tone };
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
