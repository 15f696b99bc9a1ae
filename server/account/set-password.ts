import { and, eq, sql } from 'drizzle-orm';
import { PASSWORD_MAX_CHARS, PASSWORD_MIN_CHARS } from '../../contract/account/rules.ts';
import type { Input } from '../../contract/api/endpoint.ts';
import type { Endpoints } from '../../contract/endpoints.ts';
import { fail, ok, type Result } from '../../contract/result.ts';
import { account } from '../database/account.ts';
import type { Queries } from '../database/connect.ts';
import { isCommonPassword } from './common-passwords.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { endSessions } from './tokens.ts';

type Caller = { readonly db: Queries; readonly uid: number; readonly tokenHash: string };

/**
 * Gives an account a password, or another one. Slow hashes are made outside of the transaction; it holds only where the password
 * is still the one that was looked at: of two changes at once one is told so.
 */
export async function setPassword(
  { db, uid, tokenHash }: Caller,
  { passwd, current, endOthers }: Input<Endpoints['setPassword']>,
): Promise<Result<Record<string, never>>> {
  const wanted = passwd.normalize('NFKC');
  const length = [...wanted].length;
  if (length < PASSWORD_MIN_CHARS || length > PASSWORD_MAX_CHARS) return fail({ code: 'password-length' });
  if (isCommonPassword(wanted) || wanted === String(uid)) return fail({ code: 'password-common' });
  const [before] = await db.select({ hash: account.passwordHash }).from(account).where(eq(account.uid, uid));
  if (before === undefined) return fail({ code: 'unauthorized' });
  const { hash } = before;
  if (hash !== null && !(await verifyPassword(current ?? '', hash))) return fail({ code: 'wrong-password' });
  const fresh = await hashPassword(wanted);
  return db.transaction(async (tx) => {
    const still = sql`${account.passwordHash} is not distinct from ${hash} and ${account.closedAt} is null`;
    const set = await tx
      .update(account)
      .set({ passwordHash: fresh })
      .where(and(eq(account.uid, uid), still))
      .returning({ uid: account.uid });
    if (set.length === 0) return fail({ code: 'conflict' });
    if (endOthers) await endSessions(tx, uid, { tokenHash });
    return ok({});
  });
}
