import { localValue } from '../local.ts';

const signedIn = localValue('signed-in', (stored) => stored !== null);

/**
 * Returns whether a user was signed in at the last visit of this browser, readable before the database: `/` then opens the app,
 * else the landing page. It grants no access.
 */
export const wasSignedIn = signedIn.read;

/** Stores whether a user is signed in, for the next visit. */
export function rememberSignedIn(isSignedIn: boolean): void {
  if (isSignedIn) signedIn.write('1');
  else signedIn.clear();
}
