import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';

/** A parameter set for scrypt that OWASP recommends: 32 MB and about 250 ms. */
const COST = { N: 2 ** 15, r: 8, p: 3 };
/** Cost parameters of scrypt for the public demo passwords of the README, for which a slow hash would protect nothing. */
export const PUBLIC_COST = { N: 2 ** 10, r: 8, p: 1 };
const KEY_BYTES = 32;
const SALT_BYTES = 16;
const MAX_MEMORY_BYTES = 64 * 1024 * 1024;

const derive = (password: string, salt: Buffer, cost: ScryptOptions) =>
  new Promise<Buffer>((done, failed) => {
    // Input methods differ in Unicode form; NFKC makes equal passwords equal.
    scrypt(password.normalize('NFKC'), salt, KEY_BYTES, { ...cost, maxmem: MAX_MEMORY_BYTES }, (error, key) =>
      error === null ? done(key) : failed(error),
    );
  });

const encode = (cost: typeof COST, salt: Buffer, key: Buffer) =>
  ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$');

/** Dummy hash that `verifyPassword` compares when there is no stored hash, so that timing reveals nothing. */
const DUMMY_HASH = encode(COST, Buffer.alloc(SALT_BYTES), Buffer.alloc(KEY_BYTES));

/**
 * Hashes a new password of a user, operator or demo account, or a mailed recovery code, to `scrypt$N$r$p$salt$key`. The cost is included,
 * so that it can be raised later.
 */
export async function hashPassword(password: string, cost = COST): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  return encode(cost, salt, await derive(password, salt, cost));
}

/**
 * Compares a password or a recovery code with its stored hash. Takes as long without a hash (`stored` null: an unknown account, or one
 * without password or code) as for a wrong password.
 */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const [kind, N, r, p, salt, key] = (stored ?? DUMMY_HASH).split('$');
  if (kind !== 'scrypt' || salt === undefined || key === undefined) return false;
  const expected = Buffer.from(key, 'base64url');
  const derived = await derive(password, Buffer.from(salt, 'base64url'), { N: Number(N), r: Number(r), p: Number(p) });
  return timingSafeEqual(derived, expected) && stored !== null;
}
