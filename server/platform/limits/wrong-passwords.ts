import { createHash } from 'node:crypto';
import type { GiveBackShared, TakeShared } from './shared-rates.ts';

/**
 * Counts a password attempt as wrong before it is verified, so that concurrent attempts cannot exceed the limit. Returns how long to
 * wait, in ms, or `right`, which undoes the count for a correct password.
 */
export type CountWrongPasswords = (
  uid: number,
  device: string,
) => Promise<{ readonly waitMs: number } | { right(): Promise<void> }>;

/**
 * Creates the limit of wrong passwords per account, over all processes: one limit for all unknown devices together, against guessing from
 * many addresses, and one for each known device, which a stranger cannot use up. A single address reaches its own limit earlier
 * (login-limits.ts).
 */
export function limitWrongPasswords(
  isKnownDevice: (uid: number, device: string) => Promise<boolean>,
  take: TakeShared,
  giveBack: GiveBackShared,
): CountWrongPasswords {
  return async (uid, device) => {
    const isKnown = await isKnownDevice(uid, device);
    const [rate, subject] = isKnown
      ? (['wrong password of known', `${uid} ${hashDevice(device)}`] as const)
      : (['wrong password', `${uid}`] as const);
    const waitMs = await take(rate, subject);
    return waitMs > 0 ? { waitMs } : { right: () => giveBack(rate, subject) };
  };
}

const hashDevice = (device: string) => createHash('sha256').update(`device:${device}`).digest('hex');
