import type { Input, Output } from '../../contract/api/endpoint.ts';
import type { Endpoints } from '../../contract/endpoints.ts';
import { jidOfUid } from '../../contract/jid.ts';
import { cleanNick } from '../../contract/people/nick.ts';
import { fail, ok, type Result, unreachable } from '../../contract/result.ts';
import type { Database, Transaction } from '../database/connect.ts';
import { hashOpenId } from '../open-id.ts';
import { isProfileComplete } from '../people/profile.ts';
import { type Account, findAccount, findOrCreateAccount } from './accounts.ts';
import { componentInfo } from './components.ts';
import type { VerifyGoogle } from './google.ts';
import { verifyPassword } from './passwords.ts';
import { issueToken } from './tokens.ts';

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
  login(input: Input<Endpoints['login']>, device: string): Promise<Result<LoginAnswer>>;
  byPassword(input: Input<Endpoints['userPwdLogin']>, device: string): Promise<Result<LoginAnswer>>;
};

/** Login methods: guest, Google, uid and password. `device` is the device's id; a login replaces its earlier token. */
export function createLogin({ db, domain, verifyGoogle, welcomeGems }: LoginParts): Login {
  async function admit(tx: Transaction, account: Account, device: string): Promise<Result<LoginAnswer>> {
    const { uid, role, nickName } = account;
    const vcToken = await issueToken(tx, uid, device);
    return ok({
      userInfo: { jid: jidOfUid(uid, domain), id: uid, role, vcToken, nickName },
      completeUserInfoCheck: await isProfileComplete(tx, uid),
      componentInfo: componentInfo(domain),
    });
  }

  async function asGuest(openId: string, device: string): Promise<Result<LoginAnswer>> {
    if (openId.length < OPEN_ID_MIN_CHARS) {
      return fail({ code: 'bad-request', detail: `openId must have at least ${OPEN_ID_MIN_CHARS} characters` });
    }
    const openIdHash = hashOpenId(openId);
    return db.transaction(async (tx) =>
      admit(tx, await findOrCreateAccount(tx, { openIdHash }, { welcomeGems }), device),
    );
  }

  async function byGoogle(credential: string, nonce: string, device: string): Promise<Result<LoginAnswer>> {
    const verified = await verifyGoogle(credential, nonce);
    if (!verified.ok) return verified;
    const { sub: googleSub, name } = verified.value;
    return db.transaction(async (tx) =>
      admit(tx, await findOrCreateAccount(tx, { googleSub }, { nickName: cleanNick(name), welcomeGems }), device),
    );
  }

  return {
    login(input, device) {
      switch (input.channel) {
        case 'guest':
          return asGuest(input.openId, device);
        case 'google':
          return byGoogle(input.credential, input.nonce, device);
        default:
          return unreachable(input.channel);
      }
    },

    async byPassword(input, device) {
      const account = await findAccount(db, input.uid);
      const matches = await verifyPassword(input.passwd, account?.passwordHash ?? null);
      if (account === undefined || !matches) return fail({ code: 'wrong-credentials' });
      return db.transaction((tx) => admit(tx, account, device));
    },
  };
}

/** Only the hash is stored: the openId alone signs a guest in. */
