import { LOGINS_PER_MINUTE } from '../../../../contract/account/rules.ts';
import type { Clock } from '../../clock.ts';
import { createBoundedMap } from '../../limits/bounded-map.ts';
import { LOGIN_WINDOWS_MAX, STREAM_LOGINS_PER_MINUTE, WRONG_LOGINS_PER_ADDRESS_PER_MINUTE } from '../bounds.ts';

const WINDOW_MS = 60_000;

/** An admitted stream login whose result is not known yet; it counts as wrong until `right`. */
export type LoginAttempt = {
  /** Records that the token was valid, or could not be checked: the login no longer counts as wrong, only among all logins. */
  right(): void;
};

/** Numbers of logins within one minute, which starts with the first one: those that count as wrong, and all. */
type Window = { wrong: number; all: number };

/**
 * Limits the logins of streams on one edge, because each one queries the database. Returns a function that returns undefined when there
 * were too many. Wrong logins are counted per address, and per account and address together, as are all logins: a limit per account alone
 * would let anyone lock an account. A login counts as wrong until its result is known, so that concurrent ones cannot exceed the limit.
 * The address is checked first, and a rejected attempt stores nothing.
 */
export function limitStreamLogins(
  isOn: boolean,
  clock: Clock,
): (uid: number, address: string) => LoginAttempt | undefined {
  if (!isOn) return () => ({ right: () => undefined });
  const bounds = { max: LOGIN_WINDOWS_MAX, lifetime: { ms: WINDOW_MS, clock } };
  const byAddress = createBoundedMap<string, Window>(bounds);
  const byLogin = createBoundedMap<string, Window>(bounds);
  const begin = (): Window => ({ wrong: 0, all: 0 });

  return (uid, address) => {
    const ofAddress = byAddress.get(address) ?? begin();
    if (ofAddress.wrong >= WRONG_LOGINS_PER_ADDRESS_PER_MINUTE) return undefined;
    const key = `${uid} ${address}`;
    const ofLogin = byLogin.get(key) ?? begin();
    if (ofLogin.wrong >= LOGINS_PER_MINUTE || ofLogin.all >= STREAM_LOGINS_PER_MINUTE) return undefined;
    const windows = [ofAddress, ofLogin];
    for (const window of windows) {
      window.wrong += 1;
      window.all += 1;
    }
    // Only the first attempt of a window starts its lifetime.
    if (!byAddress.has(address)) byAddress.set(address, ofAddress);
    if (!byLogin.has(key)) byLogin.set(key, ofLogin);
    return {
      right() {
        for (const window of windows) window.wrong -= 1;
      },
    };
  };
}
