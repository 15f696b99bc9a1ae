import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { SignJWT } from 'jose';
import { jidOfUid } from '../../../contract/jid.ts';
import { serverClock } from '../clock.ts';
import { type KeyFile, readOrCreateKey } from '../process/key-file.ts';
import { PASS_LIVES_SECONDS } from './bounds.ts';

const KEY_BYTES = 32;
/** Matches a key that is long enough for HS256 (RFC 7518, section 3.2). */
export const PASS_KEY = /^[\x21-\x7e]{32,256}$/;

/**
 * Returns the key that signs passes: the configured one, or the one in the data folder, which is created at the first start. The XMPP
 * server verifies with the same key. The key is the text itself, not decoded.
 */
export const passKeyOf = (dataDir: string, configured = ''): string =>
  configured === '' ? readOrCreateKey(passKeyFile(dataDir)) : configured;

/** The file of the key that signs passes when none is configured. */
export const passKeyFile = (dataDir: string): KeyFile<string> => ({
  file: join(dataDir, 'xmpp-pass.key'),
  create: () => randomBytes(KEY_BYTES).toString('base64url'),
  parse: (content) => {
    const key = content.toString().trim();
    if (!PASS_KEY.test(key)) throw new Error('not a key');
    return key;
  },
  loss: 'users sign in to the XMPP server again',
});

/**
 * Signs the pass with which the edge logs a verified client in to the XMPP server, in place of the session token: a JWT (RFC 7519) with
 * the account's JID and an expiry.
 */
export type SignPass = (uid: number) => Promise<string>;

/** Creates the function that signs passes (HS256), with which the edge logs clients in to the XMPP server. Called once per process. */
export function passSigner(key: string, domain: string, lifeSeconds = PASS_LIVES_SECONDS): SignPass {
  const secret = Buffer.from(key);
  return (uid) =>
    new SignJWT({ jid: jidOfUid(uid, domain) })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setExpirationTime(Math.floor(serverClock.now() / 1_000) + lifeSeconds)
      .sign(secret);
}
