import { randomBytes } from 'node:crypto';
import { verifyRegistrationResponse } from '@simplewebauthn/server';
import { and, eq } from 'drizzle-orm';
import type { passkeyRows } from '../../../../contract/account/passkey-endpoints.ts';
import { PASSKEY_ALGORITHMS, PASSKEYS_MAX } from '../../../../contract/account/rules.ts';
import { type AppError, fail, ok } from '../../../../contract/result.ts';
import { localeOfDevice } from '../../../../src/i18n/languages.ts';
import type { Queries } from '../../../platform/database/connect.ts';
import type { Handlers } from '../../../platform/http/callers.ts';
import { findAccount } from '../accounts.ts';
import type { Login } from '../login.ts';
import type { IsProven } from '../proof.ts';
import { hasOtherWay } from '../secrets.ts';
import type { NotifyPasskeyChange } from '../set-password.ts';
import { lockAccountRow } from '../tokens.ts';
import { loginDevice } from '../user-agent.ts';
import { rpIdOf } from './assertion.ts';
import { hashOf, issueChallenge, takeChallenge } from './challenges.ts';
import { parseRegistration } from './credential-json.ts';
import { listPasskeys } from './list.ts';
import { passkey, passkeyHandle } from './tables.ts';

const HANDLE_BYTES = 32;

type Ports = {
  readonly login: Login;
  readonly isProven: IsProven;
  readonly notifyChange: NotifyPasskeyChange;
};

const refusing = (error: AppError) => async () => fail(error);

/** Handlers of the endpoints that add and remove passkeys and sign in by them. */
export function passkeyHandlers({ login, isProven, notifyChange }: Ports): Pick<Handlers, keyof typeof passkeyRows> {
  return {
    async beginPasskey(caller, { proof }) {
      const { uid, origin } = caller;
      const rpId = rpIdOf(origin);
      if (rpId === undefined) return refusing({ code: 'not-found' });
      if (!(await isProven(caller, proof))) return refusing({ code: 'wrong-password' });
      return async (tx) => {
        const account = await findAccount(tx, uid);
        if (account === undefined) return fail({ code: 'unauthorized' });
        // Refuse before the device makes a passkey that could not be added.
        if ((await countOf(tx, uid)) >= PASSKEYS_MAX) return fail({ code: 'conflict' });
        return ok({
          challenge: await issueChallenge(tx, { uid, origin }),
          rpId,
          userHandle: await handleOf(tx, uid),
          userName: String(uid),
          displayName: account.nickName,
          known: await knownKeys(tx, uid, rpId),
        });
      };
    },

    async addPasskey({ db, uid, origin, device }, input) {
      const registration = parseRegistration(input.registration);
      if (registration === undefined) return refusing({ code: 'passkey-refused' });
      // Outside of the transaction that adds the passkey: the challenge is used up also when the passkey is refused.
      const challenge = await takeChallenge(db, registration.response.clientDataJSON, { uid, origin });
      const rpId = rpIdOf(origin);
      if (challenge === undefined || rpId === undefined) return refusing({ code: 'passkey-refused' });
      const verification = await verifyRegistrationResponse({
        response: registration,
        expectedChallenge: challenge,
        expectedOrigin: origin,
        expectedRPID: rpId,
        requireUserVerification: true,
        supportedAlgorithmIDs: [...PASSKEY_ALGORITHMS],
        // The library throws on every mismatch; only for a wrong signature it returns `verified: false`.
      }).catch(() => undefined);
      if (verification?.verified !== true) return refusing({ code: 'passkey-refused' });
      const { id, publicKey, counter, transports = [] } = verification.registrationInfo.credential;
      const { id: deviceId, platform, browser } = loginDevice(device);
      return (queries, afterCommit) =>
        queries.transaction(async (tx) => {
          await lockAccountRow(tx, uid);
          if ((await countOf(tx, uid)) >= PASSKEYS_MAX) return fail({ code: 'conflict' });
          const added = await tx
            .insert(passkey)
            .values({
              hash: hashOf(id),
              uid,
              credentialId: id,
              publicKey: Buffer.from(publicKey).toString('base64url'),
              signCount: counter,
              transports,
              rpId,
              device: deviceId,
              platform,
              browser,
            })
            .onConflictDoNothing()
            .returning({ hash: passkey.hash });
          if (added.length === 0) return fail({ code: 'conflict' });
          await notifyChange(tx, afterCommit, { uid, locale: localeOfDevice(device), change: 'passkeyAdded' });
          return ok({});
        });
    },

    async removePasskey(caller, { id, proof }) {
      const { uid, device } = caller;
      if (!(await isProven(caller, proof))) return refusing({ code: 'wrong-password' });
      return (queries, afterCommit) =>
        queries.transaction(async (tx) => {
          await lockAccountRow(tx, uid);
          const isOwn = and(eq(passkey.uid, uid), eq(passkey.hash, id));
          const found = await tx.select({ hash: passkey.hash }).from(passkey).where(isOwn);
          if (found.length === 0) return fail({ code: 'not-found' });
          // The last way to sign in cannot be removed.
          if (!(await hasOtherWay(tx, uid, { passkey: id }))) return fail({ code: 'conflict' });
          await tx.delete(passkey).where(isOwn);
          await notifyChange(tx, afterCommit, { uid, locale: localeOfDevice(device), change: 'passkeyRemoved' });
          return ok({});
        });
    },

    async beginAssertion({ db, origin }) {
      const rpId = rpIdOf(origin);
      if (rpId === undefined) return fail({ code: 'not-found' });
      const challenge = await issueChallenge(db, { uid: null, origin });
      return ok({ challenge, rpId });
    },

    passkeyLogin: ({ device, origin }, input) => login.byPasskey(input, origin, loginDevice(device)),
  };
}

/** The user handle of an account, which is made when the account first begins to add a passkey. */
async function handleOf(tx: Queries, uid: number): Promise<string> {
  const fresh = randomBytes(HANDLE_BYTES).toString('base64url');
  await tx.insert(passkeyHandle).values({ uid, handle: fresh }).onConflictDoNothing({ target: passkeyHandle.uid });
  const [row] = await tx.select({ handle: passkeyHandle.handle }).from(passkeyHandle).where(eq(passkeyHandle.uid, uid));
  if (row === undefined) throw new Error('A user handle was not inserted');
  return row.handle;
}

/** The passkeys of an account on this host, so that an authenticator that has one makes no second one. */
async function knownKeys(tx: Queries, uid: number, rpId: string) {
  const rows = await tx
    .select({ id: passkey.credentialId, transports: passkey.transports })
    .from(passkey)
    .where(and(eq(passkey.uid, uid), eq(passkey.rpId, rpId)));
  return rows.map(({ id, transports }) => ({ id, transports: [...transports] }));
}

const countOf = async (tx: Queries, uid: number) => (await listPasskeys(tx, uid)).length;
