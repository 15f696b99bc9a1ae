import { createHash } from 'node:crypto';
import type { GiveBackShared, TakeShared } from './shared-rates.ts';

/**
 * Counts a password that is about to be checked as wrong, before the check, so that many at once do not slip through. `right` takes
 * it back.
 */
export type CountWrongPasswords = (
  uid: number,
  device: string,
) => Promise<{ readonly waitMs: number } | { right(): Promise<void> }>;

/**
 * Wrong passwords of an account: so many from all unknown devices together, which bounds guessing from many addresses, and so many
 * from each known device, which no stranger can use up. One address reaches its own limit long before (login-limits.ts).
 */
export function countWrongPasswords(
  isKnownDevice: (uid: number, device: string) => Promise<boolean>,
  take: TakeShared,
  giveBack: GiveBackShared,
): CountWrongPasswords {
  return async (uid, device) => {
    const isKnown = await isKnownDevice(uid, device);
    const [what, whom] = isKnown
      ? (['wrong password of known', `${uid} ${hashDevice(device)}`] as const)
      : (['wrong password', `${uid}`] as const);
    const waitMs = await take(what, whom);
    return waitMs > 0 ? { waitMs } : { right: () => giveBack(what, whom) };
  };
}

const hashDevice = (device: string) => createHash('sha256').update(`device:${device}`).digest('hex');
