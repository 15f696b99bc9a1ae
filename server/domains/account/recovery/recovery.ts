import { createHash } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { recoveryRows } from '../../../../contract/account/recovery-endpoints.ts';
import { RESTORE_SECRET_HOURS } from '../../../../contract/account/rules.ts';
import { type AppError, fail, ok } from '../../../../contract/result.ts';
import { localeOfDevice } from '../../../../src/i18n/languages.ts';
import { account } from '../../../platform/database/account.ts';
import type { Database } from '../../../platform/database/connect.ts';
import type { Handlers } from '../../../platform/http/callers.ts';
import type { TakeShared } from '../../../platform/limits/shared-rates.ts';
import type { Logger } from '../../../platform/log/logger.ts';
import { removePasskeys } from '../passkeys/list.ts';
import { hashPassword } from '../passwords.ts';
import type { IsProven } from '../proof.ts';
import { endSecrets, hoursAgo } from '../secrets.ts';
import { type NotifyPasskeyChange, type NotifyPasswordChange, weaknessOf } from '../set-password.ts';
import { endSessions, lockAccountRow } from '../tokens.ts';
import { findRecoverable, findRecoveryEmail, isOfAnother } from './address.ts';
import { enterCode, makeCode, saveCode, spendCode } from './codes.ts';
import type { Mailer } from './mailer.ts';
import { codeMail, noticeMail } from './mails.ts';
import { recoveryCode, recoveryEmail } from './tables.ts';

type Ports = {
  readonly db: Database;
  readonly isProven: IsProven;
  /** Undefined: this server sends no e-mail, and accounts cannot be recovered. */
  readonly mailer: Mailer | undefined;
  /** Name of the brand, for the texts of e-mails. */
  readonly brand: string;
  readonly take: TakeShared;
  readonly log: Logger;
};

type Recovery = {
  readonly handlers: Pick<Handlers, keyof typeof recoveryRows>;
  /** Sends an e-mail about a changed password to the recovery address of the account, once the transaction is committed. */
  readonly notifyPasswordChange: NotifyPasswordChange;
  /** Sends an e-mail about an added or removed passkey to the recovery address of the account, once the transaction is committed. */
  readonly notifyPasskeyChange: NotifyPasskeyChange;
  /** Resolves when all e-mails of answered requests are sent or have failed; called before the server ends. */
  readonly settle: () => Promise<void>;
};

const refusing = (error: AppError) => async () => fail(error);

/**
 * Creates the recovery of accounts by e-mail: its endpoints, and the e-mails about changes of an account. No answer waits for an e-mail,
 * so its time does not reveal whether an address is known; an e-mail about a change is sent after its commit.
 */
export function createRecovery({ db, isProven, mailer, brand, take, log }: Ports): Recovery {
  const running = new Set<Promise<void>>();

  function runLater(work: () => Promise<void>): void {
    const task = work()
      .catch((err: unknown) => log.warn({ err }, 'failed to prepare an e-mail'))
      .finally(() => running.delete(task));
    running.add(task);
  }

  const takeMail = (subject: string) => take('recovery mail', createHash('sha256').update(subject).digest('hex'));

  function notify(to: string, change: Parameters<typeof noticeMail>[1], locale: string): void {
    if (mailer !== undefined) runLater(() => mailer(noticeMail({ to, locale, brand }, change)));
  }

  async function mailRecoveryCode(send: Mailer, address: string, locale: string): Promise<void> {
    const uid = await findRecoverable(db, address);
    if (uid === undefined || (await takeMail(`mail:${address}`)) > 0) return;
    const { code, codeHash } = await makeCode();
    await saveCode(db, { uid, address, codeHash }, 'recover');
    await send(codeMail({ to: address, locale, brand }, code));
  }

  const handlers: Recovery['handlers'] = {
    async beginRecoveryEmail(caller, { address, proof }) {
      const { uid, device } = caller;
      if (mailer === undefined) return refusing({ code: 'not-found' });
      if (!(await isProven(caller, proof))) return refusing({ code: 'wrong-password' });
      const retryAfterMs = Math.max(await takeMail(`account:${uid}`), await takeMail(`mail:${address}`));
      if (retryAfterMs > 0) return refusing({ code: 'rate-limited', retryAfterMs });
      const { code, codeHash } = await makeCode();
      return async (queries, afterCommit) => {
        await saveCode(queries, { uid, address, codeHash }, 'verify');
        afterCommit(() =>
          runLater(() => mailer(codeMail({ to: address, locale: localeOfDevice(device), brand }, code))),
        );
        return ok({});
      };
    },

    async confirmRecoveryEmail({ uid, device }, { code }) {
      const entered = await enterCode(db, 'verify', { uid }, code);
      if (entered === undefined) return refusing({ code: 'wrong-code' });
      const { address } = entered;
      return (queries, afterCommit) =>
        queries.transaction(async (tx) => {
          await lockAccountRow(tx, uid);
          // Two accounts that confirm the same address: the second one waits, and is refused instead of failing.
          await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`recovery:${address}`}, 0))`);
          if (await isOfAnother(tx, address, uid)) return fail({ code: 'conflict' });
          if (!(await spendCode(tx, entered, 'verify'))) return fail({ code: 'wrong-code' });
          const before = await findRecoveryEmail(tx, uid);
          const fresh = { address, verifiedAt: sql`now()` };
          await tx
            .insert(recoveryEmail)
            .values({ uid, ...fresh })
            .onConflictDoUpdate({ target: recoveryEmail.uid, set: fresh });
          await forgetCodes(tx, uid);
          if (before !== undefined && before !== address) {
            afterCommit(() => notify(before, 'addressChanged', localeOfDevice(device)));
          }
          return ok({});
        });
    },

    async removeRecoveryEmail(caller, { proof }) {
      const { uid, device } = caller;
      if (!(await isProven(caller, proof))) return refusing({ code: 'wrong-password' });
      return (queries, afterCommit) =>
        queries.transaction(async (tx) => {
          await lockAccountRow(tx, uid);
          const before = await findRecoveryEmail(tx, uid);
          await tx.delete(recoveryEmail).where(eq(recoveryEmail.uid, uid));
          await forgetCodes(tx, uid);
          if (before !== undefined) afterCommit(() => notify(before, 'addressChanged', localeOfDevice(device)));
          return ok({});
        });
    },

    async beginRecovery({ device }, { address }) {
      if (mailer === undefined) return fail({ code: 'not-found' });
      runLater(() => mailRecoveryCode(mailer, address, localeOfDevice(device)));
      return ok({});
    },

    async recoverAccount({ device }, { address, code, passwd }) {
      const wanted = passwd.normalize('NFKC');
      // Checked before the code is entered: a weak password costs none of the `RECOVERY_CODE_TRIES`.
      const weakness = weaknessOf(wanted);
      if (weakness !== undefined) return refusing(weakness);
      const entered = await enterCode(db, 'recover', { address }, code);
      if (entered === undefined) return refusing({ code: 'wrong-code' });
      const { uid } = entered;
      if (wanted === String(uid)) return refusing({ code: 'password-common' });
      const passwordHash = await hashPassword(wanted);
      return (queries, afterCommit) =>
        queries.transaction(async (tx) => {
          await lockAccountRow(tx, uid);
          const isCurrent = (await findRecoveryEmail(tx, uid)) === address;
          if (!isCurrent || !(await spendCode(tx, entered, 'recover'))) return fail({ code: 'wrong-code' });
          const [{ isSettled = false } = {}] = await tx
            .select({
              isSettled: sql<boolean>`${recoveryEmail.verifiedAt} < ${hoursAgo(RESTORE_SECRET_HOURS)}`,
            })
            .from(recoveryEmail)
            .where(eq(recoveryEmail.uid, uid));
          // An address verified less than a day ago does not settle the account: a thief of a device could otherwise take the owner's
          // secret (decisions: ended secrets).
          const since = isSettled
            ? sql`null`
            : sql`case when ${account.passwordHash} is null then now() else ${account.passwordSince} end`;
          await tx.update(account).set({ passwordHash, passwordSince: since }).where(eq(account.uid, uid));
          await forgetCodes(tx, uid);
          await endSessions(tx, uid);
          await endSecrets(tx, uid, sql`true`);
          await removePasskeys(tx, uid);
          afterCommit(() => notify(address, 'passwordChangedAndSignedOut', localeOfDevice(device)));
          return ok({ uid });
        });
    },
  };
  return {
    handlers,
    async notifyPasswordChange(tx, afterCommit, { uid, locale, endOthers }) {
      const address = await findRecoveryEmail(tx, uid);
      const change = endOthers ? 'passwordChangedAndSignedOut' : 'passwordChanged';
      if (address !== undefined) afterCommit(() => notify(address, change, locale));
    },
    async notifyPasskeyChange(tx, afterCommit, { uid, locale, change }) {
      const address = await findRecoveryEmail(tx, uid);
      if (address !== undefined) afterCommit(() => notify(address, change, locale));
    },
    settle: async () => void (await Promise.all(running)),
  };
}

/** Deletes the codes of an account, when its recovery address is confirmed or removed, or its password is recovered. */
const forgetCodes = (tx: Pick<Database, 'delete'>, uid: number) =>
  tx.delete(recoveryCode).where(eq(recoveryCode.uid, uid));
