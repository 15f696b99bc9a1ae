import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';

/** One of the parameter sets OWASP recommends for scrypt; 32 MB and about a quarter of a second. */
const COST = { N: 2 ** 15, r: 8, p: 3 };
/** For passwords in the README: they are public, so a slow hash would protect nothing. */
export const PUBLIC_COST = { N: 2 ** 10, r: 8, p: 1 };
const KEY_BYTES = 32;
const SALT_BYTES = 16;
const MAX_MEMORY_BYTES = 64 * 1024 * 1024;

const derive = (password: string, salt: Buffer, cost: ScryptOptions) =>
  new Promise<Buffer>((done, failed) => {
    // The same letters typed on two systems may have two Unicode forms.
    scrypt(password.normalize('NFKC'), salt, KEY_BYTES, { ...cost, maxmem: MAX_MEMORY_BYTES }, (error, key) =>
      error === null ? done(key) : failed(error),
    );
  });

const encode = (cost: typeof COST, salt: Buffer, key: Buffer) =>
  ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$');

/** Hash compared for an unknown account: the work is the same, the result always false. */
const NOBODY = encode(COST, Buffer.alloc(SALT_BYTES), Buffer.alloc(KEY_BYTES));

/** The stored form `scrypt$N$r$p$salt$key`, which contains its own cost so that the cost can grow later. */
export async function hashPassword(password: string, cost = COST): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  return encode(cost, salt, await derive(password, salt, cost));
}

/** Takes as long for an account that does not exist or has no password (`stored` null) as for a wrong password. */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const [kind, N, r, p, salt, key] = (stored ?? NOBODY).split('$');
  if (kind !== 'scrypt' || salt === undefined || key === undefined) return false;
  const expected = Buffer.from(key, 'base64url');
  const derived = await derive(password, Buffer.from(salt, 'base64url'), { N: Number(N), r: Number(r), p: Number(p) });
  return timingSafeEqual(derived, expected) && stored !== null;
}
