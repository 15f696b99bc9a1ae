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
  record,
  regex,
  string,
  unknown,
} from 'valibot';
import type { EndpointTable } from '../api/endpoint.ts';
import { amount } from '../api/shapes.ts';
import { externalId, INVALID_ID } from '../external-id.ts';
import { shownText } from '../text/typed-text.ts';
import { MOVE_STATES, MY_DATA_PARTS, PROOFS } from './life.ts';
import { credentialJson } from './passkey.ts';
import { MOVE_CODE_CHARS, PASSWORD_SENT_MAX_CHARS } from './rules.ts';

const passwd = pipe(string(), minLength(1), maxLength(PASSWORD_SENT_MAX_CHARS));
/** Schema of the id of a session, a device secret or a passkey, as the answer of `sessions` lists them. */
export const sessionId = pipe(externalId, regex(/^[0-9a-f]{64}$/, INVALID_ID));
const day = pipe(string(), regex(/^\d{4}-\d{2}-\d{2}$/, 'must be YYYY-MM-DD'));
const moveCode = pipe(string(), regex(new RegExp(`^[\\w-]{${MOVE_CODE_CHARS}}$`)));
const openId = externalId;
/** Schema of the two digits of a device transfer, as text: `07`. */
const digits = pipe(string(), regex(/^\d\d$/));
const row = record(string(), unknown());

/**
 * Schema of the proof that the account is the caller's, which endpoints require beside the token: a passkey, or the password if the account
 * has one, else Google if it has that, else the secret (`openId`) of a device.
 */
export const proof = object({
  passwd: optional(passwd),
  openId: optional(openId),
  credential: optional(pipe(string(), maxLength(8_192))),
  nonce: optional(pipe(string(), maxLength(128))),
  passkey: optional(credentialJson),
});

/** Endpoints for password, sessions, birth date, data export, deletion and device transfer. None requires a known birth date. */
export const lifeRows = {
  setPassword: {
    path: '/api/account_service/set_password',
    access: 'user',
    adult: false,
    effect: 'change',
    delivery: 'now',
    replay: 'sealed',
    input: object({
      passwd,
      /** The proof that the output of `sessions` names, or a passkey: a token alone sets no password. */
      proof,
      /** Ends every other session, revokes the secrets of other devices and removes the passkeys that they added. */
      endOthers: boolean(),
    }),
    output: object({}),
  },
  sessions: {
    path: '/api/account_service/sessions',
    access: 'user',
    adult: false,
    effect: 'read',
    delivery: 'now',
    input: object({}),
    output: object({
      /** Whether the account has a password. */
      hasPassword: boolean(),
      /** Verified e-mail address that recovers the account; absent if there is none. */
      recoveryEmail: optional(shownText),
      /** The kind of proof that `setPassword` and other changes require from this device; a passkey is accepted as well. */
      proof: picklist(PROOFS),
      /** True: this device's secret is bound to the account, so the device can transfer the account. */
      canMove: boolean(),
      /** Most recently used first. */
      sessions: array(
        object({
          id: sessionId,
          platform: string(),
          browser: string(),
          /** Start and last use of the session (server clock, ms); `seenAt` is exact to a day. */
          madeAt: number(),
          seenAt: number(),
          /** True for the session of the caller. */
          own: boolean(),
        }),
      ),
      /** Secrets with which devices sign in as a guest, most recently used first. */
      secrets: array(
        object({
          id: sessionId,
          platform: string(),
          browser: string(),
          /** Server clock, ms: when the secret was bound, and its last login. */
          madeAt: number(),
          seenAt: number(),
          /** True for the secret of the calling device. */
          own: boolean(),
          /** False: no other way to sign in to the account exists. */
          canEnd: boolean(),
        }),
      ),
      /** Passkeys of the account, the newest first. */
      passkeys: optional(
        array(
          object({
            id: sessionId,
            /** The device on which it was added. */
            platform: string(),
            browser: string(),
            /** When it was added, and its last use (server clock, ms); null: not used yet. */
            madeAt: number(),
            seenAt: nullable(number()),
            /** False: no other way to sign in to the account exists. */
            canEnd: boolean(),
          }),
        ),
      ),
    }),
  },
  /** Revokes the secret of one device; its session stays. */
  endSecret: {
    path: '/api/account_service/end_secret',
    access: 'user',
    adult: false,
    effect: 'change',
    delivery: 'now',
    replay: 'sealed',
    input: object({ id: sessionId }),
    output: object({}),
  },
  endSession: {
    path: '/api/account_service/end_session',
    access: 'user',
    adult: false,
    effect: 'change',
    delivery: 'now',
    replay: 'sealed',
    input: object({ id: sessionId }),
    output: object({}),
  },
  giveAge: {
    path: '/api/account_service/age',
    access: 'user',
    adult: false,
    effect: 'change',
    delivery: 'now',
    replay: 'sealed',
    input: object({ bDay: day }),
    /** False: the account is closed. */
    output: object({ adult: boolean() }),
  },
  /** Starts an export of the account's data. Limited per day (`EXPORTS_PER_DAY`). */
  beginExport: {
    path: '/api/account_service/my_data_begin',
    access: 'user',
    adult: false,
    effect: 'change',
    delivery: 'now',
    replay: 'sealed',
    input: object({}),
    output: object({ exportId: string() }),
  },
  myData: {
    path: '/api/account_service/my_data',
    access: 'user',
    adult: false,
    effect: 'read',
    delivery: 'now',
    input: object({
      part: picklist(MY_DATA_PARTS),
      /** `next` of the page before; empty for the first page. */
      cursor: optional(pipe(string(), maxLength(128)), ''),
      /** Id from `beginExport`. */
      exportId: externalId,
    }),
    output: object({
      rows: array(row),
      /** Empty after the last page. */
      next: string(),
    }),
  },
  closing: {
    path: '/api/account_service/closing',
    access: 'user',
    adult: false,
    effect: 'read',
    delivery: 'now',
    input: object({}),
    /** Consequences of deleting the account now. */
    output: object({
      gems: amount,
      silver: amount,
      /** Of the gems, those that a host earned and that were not paid out. */
      earned: optional(amount, 0),
      /** The kind of proof that the caller has to give. */
      proof: picklist(PROOFS),
      /** Blocks the deletion until it has ended; null: nothing does. */
      waitsFor: nullable(picklist(['call', 'booking', 'order', 'owed'])),
    }),
  },
  deleteAccount: {
    path: '/api/account_service/delete_account',
    access: 'user',
    adult: false,
    effect: 'change',
    delivery: 'now',
    replay: 'sealed',
    input: object({ proof }),
    /** `until`: end of the time in which a login can restore the account (server clock, ms). */
    output: object({ until: number() }),
  },
  beginMove: {
    path: '/api/account_service/move_begin',
    access: 'user',
    adult: false,
    effect: 'change',
    delivery: 'now',
    replay: 'sealed',
    /** `openId`: the secret of this device, which must be bound to the account. */
    input: object({ openId }),
    /** `until`: server clock, ms. */
    output: object({ code: moveCode, until: number() }),
  },
  moveState: {
    path: '/api/account_service/move_state',
    access: 'user',
    adult: false,
    effect: 'read',
    delivery: 'now',
    input: object({}),
    output: object({
      state: picklist(MOVE_STATES),
      /** The digits to choose from while the state is `claimed`. */
      choices: array(digits),
    }),
  },
  confirmMove: {
    path: '/api/account_service/move_confirm',
    access: 'user',
    adult: false,
    effect: 'change',
    delivery: 'now',
    replay: 'sealed',
    /** The digits that the user picked; null: none of the choices matches, or the user cancels. Both end the transfer. */
    input: object({ digits: nullable(digits) }),
    output: object({ state: picklist(MOVE_STATES) }),
  },
  lookAtMove: {
    path: '/api/account_service/move_look',
    access: 'public',
    effect: 'read',
    delivery: 'now',
    input: object({ code: moveCode }),
    output: object({ nickName: shownText }),
  },
  claimMove: {
    path: '/api/account_service/move_claim',
    access: 'public',
    effect: 'change',
    delivery: 'now',
    replay: 'sealed',
    /** `openId`: the secret of the claiming device. */
    input: object({ code: moveCode, openId }),
    output: object({ digits, until: number() }),
  },
  claimedMove: {
    path: '/api/account_service/move_claimed',
    access: 'public',
    effect: 'read',
    delivery: 'now',
    input: object({ code: moveCode, openId }),
    output: object({ state: picklist(MOVE_STATES) }),
  },
} as const satisfies EndpointTable;
