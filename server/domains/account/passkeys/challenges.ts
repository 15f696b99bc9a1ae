import { createHash, randomBytes } from 'node:crypto';
import { eq, inArray, lt, sql } from 'drizzle-orm';
import { PASSKEY_CHALLENGE_MINUTES } from '../../../../contract/account/rules.ts';
import type { Queries } from '../../../platform/database/connect.ts';
import { serverNow } from '../../../platform/database/server-now.ts';
import { challengeIn } from './credential-json.ts';
import { passkeyChallenge } from './tables.ts';

const CHALLENGE_BYTES = 32;
/** Outdated challenges that each new one deletes: more than one, so that a flood of them leaves no rows behind. */
const DELETED_AT_ONCE = 10;

/** Use of a challenge: by the account that adds a passkey, or (null) for a signature by any passkey; on pages of this origin. */
type Purpose = { readonly uid: number | null; readonly origin: string };

/** SHA-256 in hexadecimal: the database stores challenges and credential ids by it. */
export const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

/** Stores a new challenge and returns it. It can be answered once, within `PASSKEY_CHALLENGE_MINUTES`, by a page of this origin. */
export async function issueChallenge(db: Queries, purpose: Purpose): Promise<string> {
  const outdated = db
    .select({ hash: passkeyChallenge.hash })
    .from(passkeyChallenge)
    .where(lt(passkeyChallenge.until, serverNow))
    .limit(DELETED_AT_ONCE)
    .for('update', { skipLocked: true });
  await db.delete(passkeyChallenge).where(inArray(passkeyChallenge.hash, outdated));
  const challenge = randomBytes(CHALLENGE_BYTES).toString('base64url');
  const until = sql`${serverNow} + make_interval(mins => ${PASSKEY_CHALLENGE_MINUTES})`;
  await db.insert(passkeyChallenge).values({ hash: hashOf(challenge), ...purpose, until });
  return challenge;
}

/**
 * Deletes the challenge that a browser's client data names, and returns it: each is answered once, also wrongly. Undefined if it is
 * unknown, outdated, or was issued for another account or origin.
 */
export async function takeChallenge(
  db: Queries,
  clientDataJSON: string,
  { uid, origin }: Purpose,
): Promise<string | undefined> {
  const challenge = challengeIn(clientDataJSON);
  if (challenge === undefined) return undefined;
  const [taken] = await db
    .delete(passkeyChallenge)
    .where(eq(passkeyChallenge.hash, hashOf(challenge)))
    .returning({
      uid: passkeyChallenge.uid,
      origin: passkeyChallenge.origin,
      isOpen: sql<boolean>`${passkeyChallenge.until} > ${serverNow}`,
    });
  const isMeant = taken?.isOpen === true && taken.uid === uid && taken.origin === origin;
  return isMeant ? challenge : undefined;
}
