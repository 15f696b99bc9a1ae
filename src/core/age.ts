/** The pending age check, started when a command needs it (see `act` in contract/command.ts). All waiting commands share one. */
let waiting: PromiseWithResolvers<boolean> | undefined;
const listeners = new Set<() => void>();

function change(next: PromiseWithResolvers<boolean> | undefined): void {
  waiting = next;
  for (const tell of listeners) tell();
}

/**
 * Opens the age check and waits for its answer. Called when a command of a user action fails because the birth date is missing.
 * Resolves to whether the command may be repeated.
 */
export function askAge(): Promise<boolean> {
  if (waiting === undefined) change(Promise.withResolvers<boolean>());
  return waiting?.promise ?? Promise.resolve(false);
}

/** Closes the age check. `mayGoOn`: the birth date is stored, and the waiting commands are repeated. */
export function answerAge(mayGoOn: boolean): void {
  waiting?.resolve(mayGoOn);
  change(undefined);
}

/** Returns whether the age check is open; `src/app/panels.tsx` then renders it. */
export const isAgeAsked = (): boolean => waiting !== undefined;

/** Calls `tell` when the age check opens or closes. Returns a function that stops it. */
export function onAgeChange(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}
