import { OLDEST_AGE_YEARS } from '../people/rules.ts';

/**
 * Ways to prove ownership of an account, required before a password is set, recovery address or passkeys change, or the account is deleted.
 * `device`: the secret of this device. `passkey`: a signature by a passkey.
 */
export const PROOFS = ['password', 'google', 'device', 'passkey'] as const;
/**
 * The proof that the server requires from this device: the password if there is one, else Google, else the device secret, or a passkey on
 * a device without a secret of the account. A passkey is accepted in every case. In the answer of `sessions`: `device` for the oldest
 * secret on the day of the first password.
 */
export type Proof = (typeof PROOFS)[number];

/** States of a device transfer: `waiting` for the other device, `claimed` by it, `done`; `over`: expired, ended by the user or unknown. */
export const MOVE_STATES = ['waiting', 'claimed', 'done', 'over'] as const;
/** State of a device transfer, as both devices poll it. */
export type MoveState = (typeof MOVE_STATES)[number];

/** Parts of an account's data export, in the order of fetching. */
export const MY_DATA_PARTS = [
  'account',
  'relations',
  'sessions',
  'secrets',
  'passkeys',
  'ledger',
  'orders',
  'calls',
  'bookings',
  'gifts',
  'rewards',
  'media',
  'reports',
  'support',
] as const;
/** A part of an account's data export; the endpoint `myData` serves each in pages. */
export type MyDataPart = (typeof MY_DATA_PARTS)[number];

/**
 * Whole years since a birth on this day; undefined if the day does not exist, is in the future or exceeds `OLDEST_AGE_YEARS`. `today` and
 * `bDay`: YYYY-MM-DD.
 */
export function yearsSince(bDay: string, today: string): number | undefined {
  const born = new Date(`${bDay}T00:00:00Z`);
  if (Number.isNaN(born.getTime()) || born.toISOString().slice(0, 10) !== bDay || bDay > today) return undefined;
  const hadBirthday = today.slice(5) >= bDay.slice(5);
  const years = Number(today.slice(0, 4)) - Number(bDay.slice(0, 4)) - (hadBirthday ? 0 : 1);
  return years <= OLDEST_AGE_YEARS ? years : undefined;
}
