import { createPublicKey } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { type PushOptions, readPushToken } from '../../../contract/push/token.ts';
import { fail, ok, type Result } from '../../../contract/result.ts';
import { deviceToken } from '../../platform/database/account.ts';
import type { Queries } from '../../platform/database/connect.ts';
import type { PushKeys } from './keys.ts';
import { isOfApple, readEndpoint } from './push-host.ts';
import { pushToken } from './queue/tables.ts';

/** The session that subscribes to pushes, and the locale and time zone of its device, from the request. */
export type TokenOwner = {
  readonly uid: number;
  readonly tokenHash: string;
  readonly lang: string;
  readonly zone: string;
};

const bad = (detail: string) => fail({ code: 'bad-request', detail: `fcmToken: ${detail}` } as const);

/** Returns whether a public key is a valid point of P-256; encrypting for any other would fail at each push. */
function isOnCurve(p256dh: string): boolean {
  const point = Buffer.from(p256dh, 'base64url');
  if (point.length !== 65 || point[0] !== 4) return false;
  const coordinate = (from: number) => point.subarray(from, from + 32).toString('base64url');
  try {
    createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: coordinate(1), y: coordinate(33) }, format: 'jwk' });
    return true;
  } catch {
    return false;
  }
}

/**
 * Stores the push subscription of a session (endpoint `fcmToken`), which replaces its earlier one. An endpoint moves from another session
 * only if its keys match; otherwise `conflict`.
 */
export async function saveToken(
  db: Queries,
  owner: TokenOwner,
  token: string,
  { keys, origins }: { readonly keys: PushKeys; readonly origins: readonly string[] },
): Promise<Result<object>> {
  const options = readPushToken(token);
  if (!options) return bad('is no push token');
  const url = readEndpoint(options.endpoint, origins);
  if (!url) return bad('its endpoint is of no push service');
  if (!isOnCurve(options.p256dh)) return bad('its key is no point of P-256');
  if (!keys.find(options.vapidKey)) return bad('it was made with another key');
  return db.transaction(async (tx) => {
    // Locks the session, because a concurrent sign-out would leave a subscription without its session.
    const [session] = await tx
      .select({ hash: deviceToken.hash })
      .from(deviceToken)
      .where(and(eq(deviceToken.hash, owner.tokenHash), sql`${deviceToken.revokedAt} is null`))
      .for('share');
    if (!session) return fail({ code: 'unauthorized' } as const);
    const moved = await moveFrom(tx, owner, options);
    if (!moved) return fail({ code: 'conflict' } as const);
    const { endpoint, p256dh, auth, swScope, vapidKey } = options;
    const values = {
      uid: owner.uid,
      endpoint,
      p256dh,
      auth,
      swScope,
      vapidKey,
      lang: owner.lang,
      zone: owner.zone,
      shape: isOfApple(url) ? ('apple' as const) : ('web' as const),
      failures: 0,
      failingSince: null,
      refusals: 0,
      refreshedAt: sql`now()`,
    };
    await tx
      .insert(pushToken)
      .values({ sessionHash: owner.tokenHash, ...values })
      .onConflictDoUpdate({ target: pushToken.sessionHash, set: values });
    return ok({});
  });
}

/**
 * Removes an endpoint from another session. Returns false when its keys differ, because the request then does not come from the
 * subscribed browser.
 */
async function moveFrom(tx: Queries, { tokenHash }: TokenOwner, { endpoint, p256dh, auth }: PushOptions) {
  const [other] = await tx
    .select({ sessionHash: pushToken.sessionHash, p256dh: pushToken.p256dh, auth: pushToken.auth })
    .from(pushToken)
    .where(eq(pushToken.endpoint, endpoint))
    .for('update');
  if (!other || other.sessionHash === tokenHash) return true;
  if (other.p256dh !== p256dh || other.auth !== auth) return false;
  await tx.delete(pushToken).where(eq(pushToken.sessionHash, other.sessionHash));
  return true;
}

/** Deletes the push subscription of a session: at the client's request, or when its VAPID key is no longer valid. */
export const dropToken = async (db: Queries, sessionHash: string): Promise<void> => {
  await db.delete(pushToken).where(eq(pushToken.sessionHash, sessionHash));
};
