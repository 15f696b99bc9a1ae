import { LOGINS_PER_MINUTE } from '../../../contract/account/rules.ts';
import type { Clock } from '../clock.ts';
import { createBoundedMap } from '../limits/bounded-map.ts';
import { LOGIN_WINDOWS_MAX, STREAM_LOGINS_PER_MINUTE, WRONG_LOGINS_PER_ADDRESS_PER_MINUTE } from './bounds.ts';

const WINDOW_MS = 60_000;

export type LoginAttempt = {
  /** Reports a correct token: the login then counts for the rate only. */
  right(): void;
};

/** Logins of a minute, which begins with the first one. */
type Window = { wrong: number; all: number };

/**
 * Limits logins, because each one queries the database. Wrong ones are counted by address, and by account and address
 * together: a bound by account alone would let anybody lock an account. Returns undefined when there were too many. Counted
 * before the answer, so that many at once do not slip through. The address is asked first, and an attempt above a limit leaves
 * nothing behind, so its cost does not depend on how many others are remembered.
 */
export function limitLogins(isOn: boolean, clock: Clock): (uid: number, address: string) => LoginAttempt | undefined {
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
    // Only the first attempt of a window sets its end.
    if (!byAddress.has(address)) byAddress.set(address, ofAddress);
    if (!byLogin.has(key)) byLogin.set(key, ofLogin);
    return {
      right() {
        for (const window of windows) window.wrong -= 1;
      },
    };
  };
}
