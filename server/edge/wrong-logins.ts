import { LOGINS_PER_MINUTE } from '../../contract/account/rules.ts';
import type { Clock } from '../clock.ts';
import { STREAM_LOGINS_PER_MINUTE, WRONG_LOGINS_PER_ADDRESS_PER_MINUTE } from './bounds.ts';

const WINDOW_MS = 60_000;
const SWEEP_AT = 10_000;

export type LoginAttempt = {
  /** Reports a correct token: the login then counts for the rate only. */
  right(): void;
};

/**
 * Limits logins, because each one queries the database. Wrong ones are counted by address, and by account and address
 * together: a bound by account alone would let anybody lock an account. Returns undefined when there were too many. Counted
 * before the answer, so that many at once do not slip through.
 */
export function limitLogins(isOn: boolean, clock: Clock): (uid: number, address: string) => LoginAttempt | undefined {
  if (!isOn) return () => ({ right: () => undefined });
  const windows = new Map<string, { count: number; readonly until: number }>();

  function windowOf(key: string) {
    const known = windows.get(key);
    if (known && known.until > clock.now()) return known;
    const fresh = { count: 0, until: clock.now() + WINDOW_MS };
    windows.set(key, fresh);
    return fresh;
  }

  return (uid, address) => {
    if (windows.size > SWEEP_AT) for (const [key, { until }] of windows) if (until <= clock.now()) windows.delete(key);
    const byAddress = windowOf(address);
    const byAccount = windowOf(`${uid} ${address}`);
    const all = windowOf(`all ${uid} ${address}`);
    if (byAddress.count >= WRONG_LOGINS_PER_ADDRESS_PER_MINUTE) return undefined;
    if (byAccount.count >= LOGINS_PER_MINUTE || all.count >= STREAM_LOGINS_PER_MINUTE) return undefined;
    for (const window of [byAddress, byAccount, all]) window.count += 1;
    return {
      right() {
        byAddress.count -= 1;
        byAccount.count -= 1;
      },
    };
  };
}
