import type { IncomingHttpHeaders } from 'node:http';
import { HEADER_TOKEN, type UserInfo } from '../../../contract/api/envelope.ts';
import { needLogin } from '../../../contract/errors.ts';
import { jidOfUid } from '../../../contract/jid.ts';
import { fail, ok, type Result } from '../../../contract/result.ts';
import type { Queries } from '../../platform/database/connect.ts';
import { findToken } from './tokens.ts';

/**
 * The authenticated caller of an API request. `live` is false for a token that is revoked or was unused for `TOKEN_UNUSED_DAYS`; it may
 * only fetch stored answers of earlier changes.
 */
export type Identity = {
  readonly uid: number;
  readonly tokenHash: string;
  readonly live: boolean;
  /** The account has a stored birth date; only those of adults are stored. */
  readonly adult: boolean;
};

const BEARER = /^Bearer ([\w-]{1,128})$/i;

/**
 * Authenticates an API request, before its data is parsed: Bearer header, X-Token header and body must contain the same token, and uid
 * and jid of the body must match it. Otherwise the result is a failure: `needLogin` for a request without Authorization header
 * and user, else `unauthorized`.
 */
export async function identify(
  db: Queries,
  headers: IncomingHttpHeaders,
  claimed: UserInfo | null,
  domain: string,
): Promise<Result<Identity>> {
  const refused = fail({ code: 'unauthorized' } as const);
  if (headers.authorization === undefined && claimed === null) return fail(needLogin);
  const token = BEARER.exec(headers.authorization ?? '')?.[1];
  if (token === undefined || claimed === null) return refused;
  if (headers[HEADER_TOKEN.toLowerCase()] !== token || claimed.vcToken !== token) return refused;
  if (claimed.jid !== jidOfUid(claimed.id, domain)) return refused;
  const found = await findToken(db, { uid: claimed.id, token });
  return found === undefined
    ? refused
    : ok({ uid: claimed.id, tokenHash: found.hash, live: found.live, adult: found.adult });
}
