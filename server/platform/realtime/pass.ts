import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SignJWT } from 'jose';
import { jidOfUid } from '../../../contract/jid.ts';
import { PASS_LIVES_SECONDS } from './bounds.ts';

const KEY_BYTES = 32;

/**
 * Returns the key that signs passes: the configured one, or the one in the data folder, which is created at the first start. The XMPP
 * server verifies with the same key. The key is the text itself, not decoded.
 */
export function passKeyOf(dataDir: string, configured = ''): string {
  if (configured !== '') return configured;
  const file = join(dataDir, 'xmpp-pass.key');
  mkdirSync(dataDir, { recursive: true });
  try {
    // Processes may start concurrently: the first one creates the file.
    writeFileSync(file, randomBytes(KEY_BYTES).toString('base64url'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  return readFileSync(file, 'utf8');
}

/**
 * Signs the pass with which the edge logs a verified client in to the XMPP server, in place of the session token: a JWT (RFC 7519) with
 * the account's JID and an expiry.
 */
export type SignPass = (uid: number) => Promise<string>;

/** Creates the function that signs passes (HS256), once per process. */
export function passSigner(key: string, domain: string, lifeSeconds = PASS_LIVES_SECONDS): SignPass {
  const secret = Buffer.from(key);
  return (uid) =>
    new SignJWT({ jid: jidOfUid(uid, domain) })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setExpirationTime(Math.floor(Date.now() / 1_000) + lifeSeconds)
      .sign(secret);
}
