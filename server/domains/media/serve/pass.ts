import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { PASS_COOKIE, PRIVATE_MEDIA_PATH } from '../../../../contract/media/private.ts';
import { PASS_KEPT_DAYS } from '../../../../contract/media/rules.ts';
import type { Queries } from '../../../platform/database/connect.ts';
import { mediaPass } from '../tables.ts';

const BYTES = 32;
const DAY_SECONDS = 86_400;
const SENT = /(?:^|;\s*)gm=([\w-]{43})(?=;|$)/;

const hashOf = (pass: string) => createHash('sha256').update(pass).digest('hex');
/**
 * The Set-Cookie value of a media pass. Not `HttpOnly`: a page must be able to delete the cookie without the server, when the user signs
 * out offline.
 */
const cookie = (value: string, seconds: number) =>
  `${PASS_COOKIE}=${value}; Path=${PRIVATE_MEDIA_PATH}; SameSite=Strict; Max-Age=${seconds}`;

/** The Set-Cookie value that deletes the media pass, at logout. */
export const NO_PASS = cookie('', 0);

/**
 * Creates the media pass of a login, which replaces its earlier one, and returns the Set-Cookie value. The pass is deleted with the
 * session token.
 */
export async function setPass(db: Queries, tokenHash: string, uid: number): Promise<string> {
  const pass = randomBytes(BYTES).toString('base64url');
  const hash = hashOf(pass);
  await db
    .insert(mediaPass)
    .values({ hash, tokenHash, uid })
    .onConflictDoUpdate({ target: mediaPass.tokenHash, set: { hash, madeAt: sql`now()` } });
  return cookie(pass, PASS_KEPT_DAYS * DAY_SECONDS);
}

/** Returns the hash of the media pass in a Cookie header, for `mayRead`, which checks it; undefined when there is none. */
export function passOf(cookies: string | undefined): string | undefined {
  const pass = SENT.exec(cookies ?? '')?.[1];
  return pass === undefined ? undefined : hashOf(pass);
}
