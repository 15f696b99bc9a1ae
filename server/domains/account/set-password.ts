import { and, eq, sql } from 'drizzle-orm';
import { PASSWORD_MAX_CHARS, PASSWORD_MIN_CHARS } from '../../../contract/account/rules.ts';
import type { Input } from '../../../contract/api/endpoint.ts';
import type { DeviceInfo } from '../../../contract/api/envelope.ts';
import type { Endpoints } from '../../../contract/endpoints.ts';
import { type AppError, fail, ok, type Result } from '../../../contract/result.ts';
import { localeOfDevice } from '../../../src/i18n/languages.ts';
import { account } from '../../platform/database/account.ts';
import type { Queries } from '../../platform/database/connect.ts';
import type { Commit } from '../../platform/http/callers.ts';
import { hashOpenId } from '../../platform/limits/open-id.ts';
import { isCommonPassword } from './common-passwords.ts';
import { removePasskeys } from './passkeys/list.ts';
import { hashPassword } from './passwords.ts';
import type { GivenProof, IsProven } from './proof.ts';
import { isFreshPassword, isSecretOf, oldestSecret } from './secrets.ts';
import { endSessions } from './tokens.ts';
import { loginDevice } from './user-agent.ts';

type Caller = {
  readonly db: Queries;
  readonly uid: number;
  readonly tokenHash: string;
  readonly origin: string;
  readonly device: DeviceInfo;
};
/**
 * Called inside the transaction that changes a password, to e-mail the owner with `afterCommit`. `endOthers`: all other devices are
 * signed out.
 */
export type NotifyPasswordChange = (
  tx: Queries,
  afterCommit: (run: () => void) => void,
  changed: { readonly uid: number; readonly locale: string; readonly endOthers: boolean },
) => Promise<void>;
/** Called inside the transaction that adds or removes a passkey, to e-mail the owner with `afterCommit`. */
export type NotifyPasskeyChange = (
  tx: Queries,
  afterCommit: (run: () => void) => void,
  changed: {
    readonly uid: number;
    readonly locale: string;
    readonly change: 'passkeyAdded' | 'passkeyRemoved';
  },
) => Promise<void>;

type Set = Result<Record<string, never>>;

/** The error for a new password that is too short, too long or too common; undefined if it may be set. `wanted` is normalized to NFKC. */
export function weaknessOf(wanted: string): AppError | undefined {
  const length = [...wanted].length;
  if (length < PASSWORD_MIN_CHARS || length > PASSWORD_MAX_CHARS) return { code: 'password-length' };
  return isCommonPassword(wanted) ? { code: 'password-common' } : undefined;
}

/**
 * Handles the endpoint `setPassword`. A token is not enough: the request proves ownership (`IsProven`), or has the oldest device secret
 * while that outranks the password. `endOthers` signs all other devices out and removes the passkeys that they added. The slow hash is
 * computed outside of the transaction, which fails with `conflict` if the password changed or the account was closed meanwhile.
 */
export async function setPassword(
  caller: Caller,
  { passwd, proof, endOthers }: Input<Endpoints['setPassword']>,
  isProven: IsProven,
  notifyChange: NotifyPasswordChange,
): Promise<Commit<Record<string, never>>> {
  const { db, uid, tokenHash, device } = caller;
  const refuse = (error: Extract<Set, { ok: false }>['error']) => async () => fail(error);
  const wanted = passwd.normalize('NFKC');
  const weakness = weaknessOf(wanted);
  if (weakness !== undefined) return refuse(weakness);
  if (wanted === String(uid)) return refuse({ code: 'password-common' });
  const [before] = await db.select({ hash: account.passwordHash }).from(account).where(eq(account.uid, uid));
  if (before === undefined) return refuse({ code: 'unauthorized' });
  const { hash } = before;
  const mayPass = (await isProven(caller, proof)) || (await outranksPassword(db, uid, proof));
  if (!mayPass) return refuse({ code: 'wrong-password' });
  const fresh = await hashPassword(wanted);
  return async (queries, afterCommit) =>
    queries.transaction(async (tx) => {
      const isUnchanged = sql`${account.passwordHash} is not distinct from ${hash} and ${account.closedAt} is null`;
      const set = await tx
        .update(account)
        .set({ passwordHash: fresh, ...(hash === null && { passwordSince: sql`now()` }) })
        .where(and(eq(account.uid, uid), isUnchanged))
        .returning({ uid: account.uid });
      if (set.length === 0) return fail({ code: 'conflict' });
      if (endOthers) {
        await endSessions(tx, uid, { tokenHash });
        await removePasskeys(tx, uid, { device: loginDevice(device).id });
      }
      await notifyChange(tx, afterCommit, { uid, locale: localeOfDevice(device), endOthers });
      return ok({});
    });
}

/**
 * Whether the proof contains the account's oldest device secret within a day of the first password; it then counts as much as the password:
 * a thief who set a password with another secret cannot lock the owner out (decisions: ended secrets).
 */
async function outranksPassword(db: Queries, uid: number, { openId }: GivenProof): Promise<boolean> {
  if (openId === undefined || !(await isSecretOf(db, uid, openId))) return false;
  if ((await oldestSecret(db, uid)) !== hashOpenId(openId)) return false;
  return hasFreshPassword(db, uid);
}

/** Whether the account's first password was set within `RESTORE_SECRET_HOURS`; its oldest device secret then proves ownership as well. */
export async function hasFreshPassword(db: Queries, uid: number): Promise<boolean> {
  const [fresh] = await db
    .select({ uid: account.uid })
    .from(account)
    .where(and(eq(account.uid, uid), isFreshPassword));
  return fresh !== undefined;
}
