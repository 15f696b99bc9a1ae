import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { PASS_COOKIE, PRIVATE_MEDIA_PATH } from '../../../contract/media/private.ts';
import { PASS_KEPT_DAYS } from '../../../contract/media/rules.ts';
import type { Queries } from '../../platform/database/connect.ts';
import { mediaPass } from './tables.ts';

const BYTES = 32;
const DAY_SECONDS = 86_400;
const SENT = /(?:^|;\s*)gm=([\w-]{43})(?=;|$)/;

const hashOf = (pass: string) => createHash('sha256').update(pass).digest('hex');
/** Not `HttpOnly`: a page must be able to delete it without the server, at a sign-out without a network. */
const cookie = (value: string, seconds: number) =>
  `${PASS_COOKIE}=${value}; Path=${PRIVATE_MEDIA_PATH}; SameSite=Strict; Max-Age=${seconds}`;

export const NO_PASS = cookie('', 0);

/** Makes the pass of a login, in place of its former one, and returns the cookie to set. It ends with the login's token. */
export async function setPass(db: Queries, tokenHash: string, uid: number): Promise<string> {
  const pass = randomBytes(BYTES).toString('base64url');
  const hash = hashOf(pass);
  await db
    .insert(mediaPass)
    .values({ hash, tokenHash, uid })
    .onConflictDoUpdate({ target: mediaPass.tokenHash, set: { hash, madeAt: sql`now()` } });
  return cookie(pass, PASS_KEPT_DAYS * DAY_SECONDS);
}

/** The hash of the pass that came with a request; undefined when none did. */
export function passOf(cookies: string | undefined): string | undefined {
  const pass = SENT.exec(cookies ?? '')?.[1];
  return pass === undefined ? undefined : hashOf(pass);
}
