import { randomInt } from 'node:crypto';
import { and, eq, gt, lt, type SQL, sql } from 'drizzle-orm';
import {
  RECOVERY_CODE_DIGITS,
  RECOVERY_CODE_MINUTES,
  RECOVERY_CODE_TRIES,
} from '../../../../contract/account/rules.ts';
import type { Queries } from '../../../platform/database/connect.ts';
import { serverNow } from '../../../platform/database/server-now.ts';
import { hashPassword, verifyPassword } from '../passwords.ts';
import { recoveryCode } from './tables.ts';

type Purpose = (typeof recoveryCode.$inferSelect)['purpose'];

/** The stored form of a code: its slow hash, with the account for which it was made and the address to which it is mailed. */
export type MailedCode = { readonly uid: number; readonly address: string; readonly codeHash: string };

/** Makes a code, to be mailed, and its slow hash, to be stored by `saveCode`. */
export async function makeCode(): Promise<{ readonly code: string; readonly codeHash: string }> {
  const code = String(randomInt(10 ** RECOVERY_CODE_DIGITS)).padStart(RECOVERY_CODE_DIGITS, '0');
  return { code, codeHash: await hashPassword(code) };
}

/** Stores the hash of a code; it replaces the earlier code of the account for the same purpose. */
export async function saveCode(db: Queries, made: MailedCode, purpose: Purpose): Promise<void> {
  const fresh = { ...made, tries: 0, until: sql`${serverNow} + make_interval(mins => ${RECOVERY_CODE_MINUTES})` };
  await db
    .insert(recoveryCode)
    .values({ ...fresh, purpose })
    .onConflictDoUpdate({ target: [recoveryCode.uid, recoveryCode.purpose], set: fresh });
}

/**
 * Compares an entered code with the one of the account or address, and returns that one if they are equal; undefined if not, or if it
 * is outdated or has no tries left. The try is counted first, in a statement of its own, so that simultaneous entries cannot exceed
 * `RECOVERY_CODE_TRIES`. Takes as long when there is no code.
 */
export async function enterCode(
  db: Queries,
  purpose: Purpose,
  of: { readonly uid: number } | { readonly address: string },
  code: string,
): Promise<MailedCode | undefined> {
  const whose: SQL = 'uid' in of ? eq(recoveryCode.uid, of.uid) : eq(recoveryCode.address, of.address);
  const isOpen = and(
    eq(recoveryCode.purpose, purpose),
    lt(recoveryCode.tries, RECOVERY_CODE_TRIES),
    gt(recoveryCode.until, serverNow),
  );
  const [found] = await db
    .update(recoveryCode)
    .set({ tries: sql`${recoveryCode.tries} + 1` })
    .where(and(whose, isOpen))
    .returning({ uid: recoveryCode.uid, address: recoveryCode.address, codeHash: recoveryCode.codeHash });
  const isRight = await verifyPassword(code, found?.codeHash ?? null);
  return isRight ? found : undefined;
}

/** Deletes an entered code. False if it was used or replaced meanwhile: each code works once. */
export async function spendCode(db: Queries, { uid, codeHash }: MailedCode, purpose: Purpose): Promise<boolean> {
  const spent = await db
    .delete(recoveryCode)
    .where(and(eq(recoveryCode.uid, uid), eq(recoveryCode.purpose, purpose), eq(recoveryCode.codeHash, codeHash)))
    .returning({ uid: recoveryCode.uid });
  return spent.length > 0;
}
