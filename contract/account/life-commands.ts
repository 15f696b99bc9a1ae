import {
  array,
  boolean,
  maxLength,
  minLength,
  nullable,
  number,
  object,
  optional,
  picklist,
  pipe,
  string,
} from 'valibot';
import { command, nothing } from '../command.ts';
import { MOVE_STATES, PROOFS } from './life.ts';
import { credentialJson } from './passkey.ts';
import { PASSWORD_SENT_MAX_CHARS } from './rules.ts';

const passwd = pipe(string(), minLength(1), maxLength(PASSWORD_SENT_MAX_CHARS));
const code = pipe(string(), minLength(1), maxLength(64));
const state = picklist(MOVE_STATES);
/** Schema of the page's part of a proof that the account is the user's, for commands that require one; the core adds the device secret. */
export const proof = object({
  passwd: optional(passwd),
  credential: optional(pipe(string(), maxLength(8_192))),
  nonce: optional(pipe(string(), maxLength(128))),
  passkey: optional(credentialJson),
});

/** Commands of pages for password, sessions, birth date, deletion, device transfer and data export (endpoints: life-endpoints.ts). */
export const lifeCommands = {
  /**
   * Sets a password, after a proof by these fields or by this device's secret. True: also ends every other session, with the device secrets
   * and passkeys of those devices.
   */
  setPassword: command({ args: [passwd, proof, boolean()], value: nothing }),
  /** Fetches the own sessions into `app.state`. */
  refreshSessions: command({ args: [], value: nothing }),
  endSession: command({ args: [pipe(string(), maxLength(64))], value: nothing }),
  /** Revokes the secret with which a device signs in as a guest. */
  endSecret: command({ args: [pipe(string(), maxLength(64))], value: nothing }),
  /** Sends the birth date, which can be set once. `adult` false: it is below the minimum age; the account is closed and signed out. */
  saveBirthDate: command({ args: [pipe(string(), maxLength(10))], value: object({ adult: boolean() }) }),
  /** Returns the consequences of deleting the account now. */
  readDeletionTerms: command({
    args: [],
    value: object({
      gems: number(),
      silver: number(),
      earned: number(),
      proof: picklist(PROOFS),
      waitsFor: nullable(picklist(['call', 'booking', 'order', 'owed'])),
    }),
  }),
  /** Deletes the account after a proof by these fields or by this device's secret, and signs out. */
  deleteAccount: command({
    args: [proof],
    value: object({ until: number() }),
  }),
  beginMove: command({ args: [], value: object({ code: string(), until: number() }) }),
  moveState: command({ args: [], value: object({ state, choices: array(string()) }) }),
  confirmMove: command({ args: [nullable(pipe(string(), maxLength(2)))], value: object({ state }) }),
  lookAtMove: command({ account: 'any', args: [code], value: object({ nickName: string() }) }),
  claimMove: command({ account: 'any', args: [code], value: object({ digits: string(), until: number() }) }),
  claimedMove: command({ account: 'any', args: [code], value: object({ state }) }),
  /** Exports all data of the account into one file on this device; `app.state` has the progress. */
  exportData: command({ args: [], value: nothing }),
  /** Cancels a running export, or deletes the file of a finished one. */
  discardExport: command({ args: [], value: nothing }),
};
