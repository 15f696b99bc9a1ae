import { maxLength, minLength, number, object, pipe, string } from 'valibot';
import { command, nothing } from '../command.ts';
import { proof } from './life-commands.ts';
import { PASSWORD_SENT_MAX_CHARS } from './rules.ts';

const passwd = pipe(string(), minLength(1), maxLength(PASSWORD_SENT_MAX_CHARS));
const address = pipe(string(), minLength(1), maxLength(512));
const code = pipe(string(), maxLength(64));
/** Commands of pages for the recovery of an account by e-mail (endpoints: recovery-endpoints.ts). */
export const recoveryCommands = {
  /** Has the server mail a code to the address, after a proof; `confirmRecoveryEmail` then stores the address. */
  beginRecoveryEmail: command({ args: [address, proof], value: nothing }),
  /** Confirms the address by the mailed code, and refreshes the sessions in `app.state`, which include it. */
  confirmRecoveryEmail: command({ args: [code], value: nothing }),
  removeRecoveryEmail: command({ args: [proof], value: nothing }),
  beginRecovery: command({ account: 'any', args: [address], value: nothing }),
  /** Sets a new password by address and mailed code. The page then signs in with the returned uid. */
  recoverAccount: command({ account: 'any', args: [address, code, passwd], value: object({ uid: number() }) }),
};
