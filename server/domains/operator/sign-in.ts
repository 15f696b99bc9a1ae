import { createHash, randomBytes } from 'node:crypto';
import { and, eq, lt, sql } from 'drizzle-orm';
import type { Database, Queries } from '../../platform/database/connect.ts';
import { verifyPassword } from '../account/passwords.ts';
import { noteOnce } from '../account/site/operator-log.ts';
import { Refused } from './act.ts';
import type { OperatorRole } from './roles.ts';
import { IDLE_MINUTES, ROLE_OPERATOR, SESSION_HOURS, WRONG_CODES_MAX } from './rules.ts';
import { operatorAccount, operatorSession } from './tables.ts';
import { fromBase32, stepOfCode } from './totp.ts';

const SECRET_BYTES = 32;

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex');
/** The author in the operator log (`operator:<name>`) for an operator of the page. */
export const authorOf = (name: string): string => `operator:${name}`;

/** Credentials of an operator at sign-in; `code` is a TOTP code. */
export type Proof = { readonly name: string; readonly password: string; readonly code: string };

/**
 * Starts a session of the operator page, replacing the operator's earlier one, and returns its secret for the cookie. Undefined for any
 * wrong credential, and after `WRONG_CODES_MAX` wrong codes; verification takes as long for unknown names. A code is valid once: of two
 * concurrent sign-ins with it, one succeeds. `now` (ms): the clock for codes.
 */
export async function signIn(db: Database, { name, password, code }: Proof, now: number): Promise<string | undefined> {
  const [found] = await db
    .select()
    .from(operatorAccount)
    .where(and(eq(operatorAccount.name, name), eq(operatorAccount.role, ROLE_OPERATOR)));
  const matches = await verifyPassword(password, found?.passwordHash ?? null);
  if (!found || !matches) return undefined;
  const step = stepOfCode(fromBase32(found.codeSecret), code, { now, last: found.lastStep });
  if (step === undefined) {
    await db
      .update(operatorAccount)
      .set({ wrongCodes: sql`least(${operatorAccount.wrongCodes} + 1, ${WRONG_CODES_MAX})` })
      .where(eq(operatorAccount.name, name));
    return undefined;
  }
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  return db.transaction(async (tx) => {
    const isUnused = and(
      eq(operatorAccount.name, name),
      lt(operatorAccount.lastStep, step),
      lt(operatorAccount.wrongCodes, WRONG_CODES_MAX),
      // The password must not have been replaced since it was verified.
      eq(operatorAccount.passwordHash, found.passwordHash),
    );
    const used = await tx.update(operatorAccount).set({ lastStep: step, wrongCodes: 0 }).where(isUnused).returning();
    if (used.length === 0) return undefined;
    await tx.delete(operatorSession).where(eq(operatorSession.name, name));
    await tx.insert(operatorSession).values({ hash: hashOf(secret), name });
    await noteOnce(tx, { command: 'sign in', what: {}, reason: 'signed in to the page' }, { who: authorOf(name) });
    return secret;
  });
}

const AUTHOR_PREFIX = authorOf('');

/**
 * The operator of the page who is the author of an entry in the operator log; undefined for a user of the machine or a removed operator.
 */
export async function findOperator(
  db: Queries,
  author: string,
): Promise<typeof operatorAccount.$inferSelect | undefined> {
  if (!author.startsWith(AUTHOR_PREFIX)) return undefined;
  const name = author.slice(AUTHOR_PREFIX.length);
  const [found] = await db.select().from(operatorAccount).where(eq(operatorAccount.name, name));
  return found;
}

/** An operator who is signed in to the page: the name, the author in the operator log (`operator:<name>`), and the role. */
export type SignedInOperator = { readonly name: string; readonly who: string; readonly role: OperatorRole };

/** The role of the operator with this name. Throws `Refused` if there is none. */
export async function roleOf(db: Queries, name: string): Promise<OperatorRole> {
  const [found] = await db
    .select({ role: operatorAccount.teamRole })
    .from(operatorAccount)
    .where(eq(operatorAccount.name, name));
  if (!found) throw new Refused(`there is no operator ${name}`);
  return found.role;
}

/** Returns the operator of a live session, for each request to the page; undefined if it has ended. Restarts the session's idle timeout. */
export async function whoseSession(db: Queries, secret: string): Promise<SignedInOperator | undefined> {
  const isLive = sql`${operatorSession.seenAt} > now() - make_interval(mins => ${IDLE_MINUTES})
    and ${operatorSession.madeAt} > now() - make_interval(hours => ${SESSION_HOURS})`;
  const [found] = await db
    .update(operatorSession)
    .set({ seenAt: sql`now()` })
    .where(and(eq(operatorSession.hash, hashOf(secret)), isLive))
    .returning({ name: operatorSession.name });
  return found && { name: found.name, who: authorOf(found.name), role: await roleOf(db, found.name) };
}

/** Deletes a session of the operator page; an unknown secret is ignored. */
export async function signOut(db: Queries, secret: string): Promise<void> {
  await db.delete(operatorSession).where(eq(operatorSession.hash, hashOf(secret)));
}
