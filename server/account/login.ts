import { and, eq, ne } from 'drizzle-orm';
import type { Input, Output } from '../../contract/api/endpoint.ts';
import type { Endpoints } from '../../contract/endpoints.ts';
import { jidOfUid } from '../../contract/jid.ts';
import { cleanNick } from '../../contract/people/nick.ts';
import { fail, ok, type Result, unreachable } from '../../contract/result.ts';
import { accountOpenid } from '../database/account.ts';
import type { Database, Transaction } from '../database/connect.ts';
import { hashOpenId } from '../open-id.ts';
import { isProfileComplete } from '../people/profile.ts';
import { isAccessLocked } from './access-lock.ts';
import { type Account, findAccount, findOrCreateAccount } from './accounts.ts';
import { isRefusedDevice, restorableUntil, restoreAccount } from './closing.ts';
import { componentInfo } from './components.ts';
import type { VerifyGoogle } from './google.ts';
import { verifyPassword } from './passwords.ts';
import { issueToken, type LoginDevice, lockAccount } from './tokens.ts';

export type LoginAnswer = Output<Endpoints['login']>;

/** 128 bits in base64url, the minimum for a guest's device secret. */
const OPEN_ID_MIN_CHARS = 22;

type LoginParts = {
  readonly db: Database;
  readonly domain: string;
  readonly verifyGoogle: VerifyGoogle;
  /** Balance of a new account. */
  readonly welcomeGems: number;
};

export type Login = {
  login(input: Input<Endpoints['login']>, device: LoginDevice): Promise<Result<LoginAnswer>>;
  byPassword(input: Input<Endpoints['userPwdLogin']>, device: LoginDevice): Promise<Result<LoginAnswer>>;
};

/** Login methods: guest, Google, uid and password. A login replaces the earlier token of its device. */
export function createLogin({ db, domain, verifyGoogle, welcomeGems }: LoginParts): Login {
  /** An account that is about to be deleted is let in only to stay. The row is locked: who restores and who purges take turns. */
  async function admit(
    tx: Transaction,
    { uid }: Account,
    device: LoginDevice,
    restore: boolean,
  ): Promise<Result<LoginAnswer>> {
    await lockAccount(tx, uid);
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

  async function asGuest(openId: string, device: LoginDevice, restore: boolean): Promise<Result<LoginAnswer>> {
    if (openId.length < OPEN_ID_MIN_CHARS) {
      return fail({ code: 'bad-request', detail: `openId must have at least ${OPEN_ID_MIN_CHARS} characters` });
    }
    const openIdHash = hashOpenId(openId);
    return db.transaction(async (tx) => {
      const found = await findOrCreateAccount(tx, { openIdHash }, { welcomeGems });
      const admitted = await admit(tx, found, device, restore);
      if (admitted.ok) await noteDevice(tx, openIdHash, device.id);
      return admitted;
    });
  }

  async function byGoogle(
    { credential, nonce, restore }: Input<Endpoints['login']>,
    device: LoginDevice,
  ): Promise<Result<LoginAnswer>> {
    const verified = await verifyGoogle(credential, nonce);
    if (!verified.ok) return verified;
    const { sub: googleSub, name } = verified.value;
    return db.transaction(async (tx) =>
      admit(
        tx,
        await findOrCreateAccount(tx, { googleSub }, { nickName: cleanNick(name), welcomeGems }),
        device,
        restore,
      ),
    );
  }

  return {
    async login(input, device) {
      if (await isRefusedDevice(db, device.id)) return fail({ code: 'underage' });
      switch (input.channel) {
        case 'guest':
          return asGuest(input.openId, device, input.restore);
        case 'google':
          return byGoogle(input, device);
        default:
          return unreachable(input.channel);
      }
    },

    async byPassword(input, device) {
      if (await isRefusedDevice(db, device.id)) return fail({ code: 'underage' });
      const account = await findAccount(db, input.uid);
      const matches = await verifyPassword(input.passwd, account?.passwordHash ?? null);
      if (account === undefined || !matches) return fail({ code: 'wrong-credentials' });
      return db.transaction((tx) => admit(tx, account, device, input.restore));
    },
  };
}

/** Names the device of a guest's secret, so that it can be ended with the sessions of that device. */
async function noteDevice(tx: Transaction, hash: string, device: string): Promise<void> {
  await tx
    .update(accountOpenid)
    .set({ device })
    .where(and(eq(accountOpenid.hash, hash), ne(accountOpenid.device, device)));
}
