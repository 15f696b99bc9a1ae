import { maxLength, minLength, number, object, optional, pipe, string } from 'valibot';
import { command, nothing } from '../command.ts';
import { PASSWORD_SENT_MAX_CHARS } from './rules.ts';

const passwd = pipe(string(), minLength(1), maxLength(PASSWORD_SENT_MAX_CHARS));
const address = pipe(string(), minLength(1), maxLength(512));
const code = pipe(string(), maxLength(64));
/** The page's part of a proof of identity; the core adds the device secret. */
const proof = object({
  passwd: optional(passwd),
  credential: optional(pipe(string(), maxLength(8_192))),
  nonce: optional(pipe(string(), maxLength(128))),
});

/** Commands of pages for the recovery of an account by e-mail (endpoints: recovery-endpoints.ts). */
export const recoveryCommands = {
  /** Sends a code to the address. */
  beginRecoveryEmail: command({ args: [address, proof], value: nothing }),
  /** Stores the address that the code was sent to, and refreshes the sessions in `app.state`, which include it. */
  confirmRecoveryEmail: command({ args: [code], value: nothing }),
  removeRecoveryEmail: command({ args: [proof], value: nothing }),
  beginRecovery: command({ account: 'any', args: [address], value: nothing }),
  /** Sets a new password by address and code. The page then signs in with the returned uid. */
  recoverAccount: command({ account: 'any', args: [address, code, passwd], value: object({ uid: number() }) }),
};
