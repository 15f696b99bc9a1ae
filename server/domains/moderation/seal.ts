import { createHmac, randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Queries } from '../../platform/database/connect.ts';
import { secret } from './tables.ts';

const SECRET_BYTES = 32;

/**
 * Computes the HMAC of a text in base64url: of a message, which later proves in a report that the edge forwarded exactly this message; or
 * of the facts of a call's frame, which proves that it was not changed since it was stored.
 */
export type Seal = (text: string) => string;

/**
 * Loads the function that seals forwarded messages and frames of calls, and verifies reported ones. Its secret is in the database, shared
 * by all processes, and created at first use.
 */
export async function loadSeal(db: Queries): Promise<Seal> {
  const key = await loadSecret(db, 'seal');
  return (text) => createHmac('sha256', key).update(text).digest('base64url');
}

/** Loads a secret of 256 bits in base64url from the database, shared by all processes and created at first use. */
export async function loadSecret(db: Queries, name: 'seal' | 'payout'): Promise<string> {
  const made = { name, value: randomBytes(SECRET_BYTES).toString('base64url') };
  await db.insert(secret).values(made).onConflictDoNothing();
  const [stored = made] = await db.select().from(secret).where(eq(secret.name, name));
  return stored.value;
}
