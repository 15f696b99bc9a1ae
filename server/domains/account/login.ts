import type { Input, Output } from '../../../contract/api/endpoint.ts';
import type { Endpoints } from '../../../contract/endpoints.ts';
import { jidOfUid } from '../../../contract/jid.ts';
import { cleanNick } from '../../../contract/people/nick.ts';
import { type AppError, fail, ok, type Result, unreachable } from '../../../contract/result.ts';
import type { Database, Transaction } from '../../platform/database/connect.ts';
import type { Commit } from '../../platform/http/callers.ts';
import { hashOpenId } from '../../platform/limits/open-id.ts';
import type { CountWrongPasswords } from '../../platform/limits/wrong-passwords.ts';
import { isReservedName } from '../../platform/reserved-names.ts';
import { isProfileComplete } from '../people/profile/profile.ts';
import { isAccessLocked } from './access-lock.ts';
import { type Account, findAccount, findOrCreateAccount } from './accounts.ts';
import { isRefusedDevice, restorableUntil, restoreAccount } from './closing.ts';
import { componentInfo } from './components.ts';
import type { VerifyGoogle } from './google.ts';
import { hasPasskey, verifyAssertion } from './passkeys/assertion.ts';
import { verifyPassword } from './passwords.ts';
import { noteDevice, restoreSecret } from './secrets.ts';
import { issueToken, type LoginDevice, lockAccountRow } from './tokens.ts';

type LoginAnswer = Output<Endpoints['login']>;

/** Minimum length of a guest's device secret (`openId`): 128 bits in base64url. */
const OPEN_ID_MIN_CHARS = 22;

type LoginParts = {
  readonly db: Database;
  readonly domain: string;
  readonly verifyGoogle: VerifyGoogle;
  /** Gems that a new account receives. */
  readonly welcomeGems: number;
  readonly countWrong: CountWrongPasswords;
};

/**
 * The login methods of the endpoints `login`, `userPwdLogin` and `passkeyLogin`. Each returns a commit to run in the transaction that
 * stores the answer.
 */
export type Login = {
  login(input: Input<Endpoints['login']>, device: LoginDevice): Promise<Commit<LoginAnswer>>;
  byPassword(input: Input<Endpoints['userPwdLogin']>, device: LoginDevice): Promise<Commit<LoginAnswer>>;
  byPasskey(input: Input<Endpoints['passkeyLogin']>, origin: string, device: LoginDevice): Promise<Commit<LoginAnswer>>;
};

/**
 * Creates the login methods: guest secret, Google, uid with password, passkey. A login revokes the earlier token of its account and device.
 */
export function createLogin({ db, domain, verifyGoogle, welcomeGems, countWrong }: LoginParts): Login {
  /**
   * Issues a token, unless the account is purged, locked, or closed for a refused age. An account closed at request is admitted only with
   * `restore`, which reopens it. Locks the row, which serializes restoring and purging.
   */
  async function admit(
    tx: Transaction,
    { uid }: Account,
    device: LoginDevice,
    restore: boolean,
  ): Promise<Result<LoginAnswer>> {
    await lockAccountRow(tx, uid);
    const account = await findAccount(tx, uid);
    if (account === undefined || account.purgedAt !== null) return fail({ code: 'wrong-credentials' });
    const { role, nickName, closedAt, closedWhy } = account;
    if (await isAccessLocked(tx, uid)) return fail({ code: 'forbidden' });
    if (closedWhy === 'age') return fail({ code: 'underage' });
    if (closedAt !== null && !restore) return fail({ code: 'closing', until: restorableUntil(closedAt) });
    if (closedAt !== null) await restoreAccount(tx, uid);
    const vcToken = await issueToken(tx, uid, device);
    return ok({
      userInfo: { jid: jidOfUid(uid, domain), id: uid, role, vcToken, nickName },
      completeUserInfoCheck: await isProfileComplete(tx, uid),
      componentInfo: componentInfo(domain),
    });
  }

  function asGuest(openId: string, device: LoginDevice, restore: boolean): Commit<LoginAnswer> {
    if (openId.length < OPEN_ID_MIN_CHARS) {
      return refusing({ code: 'bad-request', detail: `openId must have at least ${OPEN_ID_MIN_CHARS} characters` });
    }
    const openIdHash = hashOpenId(openId);
    return (queries) =>
      queries.transaction(async (tx) => {
        await restoreSecret(tx, openIdHash);
        const found = await findOrCreateAccount(tx, { openIdHash }, { welcomeGems });
        const admitted = await admit(tx, found, device, restore);
        if (admitted.ok) await noteDevice(tx, openIdHash, device);
        return admitted;
      });
  }

  async function byGoogle(
    { credential, nonce, restore }: Input<Endpoints['login']>,
    device: LoginDevice,
  ): Promise<Commit<LoginAnswer>> {
    const verified = await verifyGoogle(credential, nonce);
    if (!verified.ok) return refusing(verified.error);
    const { sub: googleSub, name } = verified.value;
    return (queries) =>
      queries.transaction(async (tx) => {
        // Without a name, or with a reserved one, the account gets a guest's name, which the user can change.
        const nickName = isReservedName(name) ? '' : cleanNick(name);
        const found = await findOrCreateAccount(tx, { googleSub }, { nickName, welcomeGems });
        return admit(tx, found, device, restore);
      });
  }

  return {
    async login(input, device) {
      if (await isRefusedDevice(db, device.id)) return refusing({ code: 'underage' });
      switch (input.channel) {
        case 'guest':
          return asGuest(input.openId, device, input.restore);
        case 'google':
          return byGoogle(input, device);
        default:
          return unreachable(input.channel);
      }
    },

    async byPassword({ uid, passwd, restore }, device) {
      if (await isRefusedDevice(db, device.id)) return refusing({ code: 'underage' });
      // Count the attempt before the account is looked up: otherwise only existing accounts would be rate limited, which would reveal them.
      const attempt = await countWrong(uid, device.id);
      if ('waitMs' in attempt) return refusing({ code: 'rate-limited', retryAfterMs: attempt.waitMs });
      const account = await findAccount(db, uid);
      const hash = account?.passwordHash ?? null;
      // Compare also for an unknown account, so that the time of the answer does not reveal whether it exists.
      const isRight = await verifyPassword(passwd, hash);
      if (account === undefined || !isRight) return refusing({ code: 'wrong-credentials' });
      await attempt.right();
      return (queries) =>
        queries.transaction(async (tx) => {
          await lockAccountRow(tx, uid);
          // The password may have changed since it was verified outside of this transaction.
          const now = await findAccount(tx, uid);
          return now?.passwordHash === hash ? admit(tx, account, device, restore) : fail({ code: 'wrong-credentials' });
        });
    },

    async byPasskey({ assertion, restore }, origin, device) {
      if (await isRefusedDevice(db, device.id)) return refusing({ code: 'underage' });
      // Verified in a transaction of its own: the challenge is used up also when the login is refused.
      const verified = await verifyAssertion(db, assertion, origin);
      if (verified === undefined) return refusing({ code: 'passkey-refused' });
      const { uid, credentialId } = verified;
      return (queries) =>
        queries.transaction(async (tx) => {
          await lockAccountRow(tx, uid);
          // The passkey may have been removed since its signature was verified.
          const account = (await hasPasskey(tx, uid, credentialId)) ? await findAccount(tx, uid) : undefined;
          return account === undefined ? fail({ code: 'passkey-refused' }) : admit(tx, account, device, restore);
        });
    },
  };
}

const refusing = (error: AppError) => async () => fail(error);
