/** The question of the birth date, asked when an act needs it (see `act` of contract/command.ts). One question for all who wait. */
let waiting: PromiseWithResolvers<boolean> | undefined;
const listeners = new Set<() => void>();

function change(next: PromiseWithResolvers<boolean> | undefined): void {
  waiting = next;
  for (const tell of listeners) tell();
}

/** Resolves when it is answered: true where the act may go on. */
export function askAge(): Promise<boolean> {
  if (waiting === undefined) change(Promise.withResolvers<boolean>());
  return waiting?.promise ?? Promise.resolve(false);
}

export function answerAge(mayGoOn: boolean): void {
  waiting?.resolve(mayGoOn);
  change(undefined);
}

export const isAgeAsked = (): boolean => waiting !== undefined;

export function onAgeChange(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}
