import { localValue } from '../local.ts';

const signedIn = localValue('signed-in', (stored) => stored !== null);

/**
 * A hint that can be read before the database: after an earlier sign-in `/` opens the app, else the landing page. It grants no
 * access.
 */
export const wasSignedIn = signedIn.read;

export function rememberSignedIn(isSignedIn: boolean): void {
  if (isSignedIn) signedIn.write('1');
  else signedIn.clear();
}
