import { createStore } from '../create-store.ts';

/** The pending age check, started when a command needs it (see `act` in contract/command.ts). All waiting commands share one. */
const check = createStore<PromiseWithResolvers<boolean> | undefined>(undefined);

/**
 * Opens the age check and waits for its answer. Called when a command of a user action fails because the birth date is missing.
 * Resolves to whether the command may be repeated.
 */
export function askAge(): Promise<boolean> {
  const waiting = check.get() ?? Promise.withResolvers<boolean>();
  check.set(waiting);
  return waiting.promise;
}

/** Closes the age check. `mayGoOn`: the birth date is stored, and the waiting commands are repeated. */
export function answerAge(mayGoOn: boolean): void {
  check.get()?.resolve(mayGoOn);
  check.set(undefined);
}

/** Returns whether the age check is open; `src/app/panels.tsx` then renders it. */
export const isAgeAsked = (): boolean => check.get() !== undefined;

/** Calls the listener when the age check opens or closes. Returns a function that stops it. */
export const onAgeChange = check.subscribe;
