import type { Output } from '../../../contract/api/endpoint.ts';
import type { Endpoints } from '../../../contract/endpoints.ts';
import type { Queries } from '../../platform/database/connect.ts';
import { listPasskeys } from './passkeys/list.ts';
import { proofOf } from './proof.ts';
import { findRecoveryEmail } from './recovery/address.ts';
import { listSecrets, oldestSecret } from './secrets.ts';
import { hasFreshPassword } from './set-password.ts';
import { deviceOf, listSessions } from './tokens.ts';

type Caller = { readonly db: Queries; readonly uid: number; readonly tokenHash: string };

/**
 * Answer of the endpoint `sessions`: all sessions, device secrets and passkeys that sign in to the account, and the proof that a change
 * needs.
 */
export async function showSessions(caller: Caller): Promise<Output<Endpoints['sessions']>> {
  const { db, uid, tokenHash } = caller;
  const device = await deviceOf(db, tokenHash);
  const sessions = await listSessions(db, uid);
  const secrets = await listSecrets(db, uid);
  const proof = await proofOf(caller);
  const passkeys = await listPasskeys(db, uid);
  const isLastWay = (others: number) => (proof === 'device' || proof === 'passkey') && others === 0;
  const recoveryEmail = await findRecoveryEmail(db, uid);
  const own = secrets.find((secret) => secret.device === device);
  const outranks = own !== undefined && own.id === (await oldestSecret(db, uid)) && (await hasFreshPassword(db, uid));
  return {
    hasPassword: proof === 'password',
    ...(recoveryEmail !== undefined && { recoveryEmail }),
    proof: outranks ? 'device' : proof,
    canMove: own !== undefined,
    sessions: sessions.map(({ id, platform, browser, madeAt, seenAt }) => ({
      id,
      platform,
      browser,
      own: id === tokenHash,
      madeAt: madeAt.getTime(),
      seenAt: seenAt.getTime(),
    })),
    secrets: secrets.map(({ id, platform, browser, madeAt, seenAt }) => ({
      id,
      platform,
      browser,
      own: id === own?.id,
      madeAt: madeAt.getTime(),
      seenAt: seenAt.getTime(),
      canEnd: !isLastWay(secrets.length - 1 + passkeys.length),
    })),
    passkeys: passkeys.map(({ id, platform, browser, madeAt, seenAt }) => ({
      id,
      platform,
      browser,
      madeAt: madeAt.getTime(),
      seenAt: seenAt?.getTime() ?? null,
      canEnd: !isLastWay(secrets.length + passkeys.length - 1),
    })),
  };
}
