import { localValue } from '../local.ts';

const signedIn = localValue('signed-in', (stored) => stored !== null);

/**
 * A hint that can be read before the database: where somebody was signed in last time, `/` opens the app, else the
 * landing page. Nothing is believed because of it.
 */
export const wasSignedIn = signedIn.read;

export function rememberSignedIn(isSignedIn: boolean): void {
  if (isSignedIn) signedIn.write('1');
  else signedIn.clear();
}
