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
import { shownText } from '../typed-text.ts';
import { MOVE_STATES, MY_DATA_PARTS, PROOFS } from './life.ts';
import { MOVE_CODE_CHARS, PASSWORD_SENT_MAX_CHARS } from './rules.ts';

const passwd = pipe(string(), minLength(1), maxLength(PASSWORD_SENT_MAX_CHARS));
const sessionId = pipe(externalId, regex(/^[0-9a-f]{64}$/, INVALID_ID));
const day = pipe(string(), regex(/^\d{4}-\d{2}-\d{2}$/, 'must be YYYY-MM-DD'));
const moveCode = pipe(string(), regex(new RegExp(`^[\\w-]{${MOVE_CODE_CHARS}}$`)));
const openId = externalId;
/** Two digits, as text: `07`. */
const digits = pipe(string(), regex(/^\d\d$/));
const row = record(string(), unknown());

/** Shows once more who asks: by the password where the account has one, by Google, or by the secret of a guest's device. */
const proof = object({
  passwd: optional(passwd),
  openId: optional(openId),
  credential: optional(pipe(string(), maxLength(8_192))),
  nonce: optional(pipe(string(), maxLength(128))),
});

/** The life of an account: kept by a password, taken elsewhere, taken along, ended. None needs a birth date. */
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
      /** The present password where there is one, else as for deleting the account: a token alone sets no password. */
      proof,
      /** Ends every other session, and with it the secrets of those devices. */
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
      /** What `setPassword` asks this device for. */
      proof: picklist(PROOFS),
      /** Whether this device can take the account to another one: its secret is bound. */
      canMove: boolean(),
      /** The last used first. */
      sessions: array(
        object({
          id: sessionId,
          platform: string(),
          browser: string(),
          /** Server clock, ms; `seenAt` is exact to a day. */
          madeAt: number(),
          seenAt: number(),
          /** It is the one that asks. */
          own: boolean(),
        }),
      ),
      /** Secrets by which devices sign in as a guest, the last used first. */
      secrets: array(
        object({
          id: sessionId,
          platform: string(),
          browser: string(),
          /** Server clock, ms: when it was bound, and its last login. */
          madeAt: number(),
          seenAt: number(),
          /** Of the device that asks. */
          own: boolean(),
          /** False: nothing else leads to the account. */
          canEnd: boolean(),
        }),
      ),
    }),
  },
  /** Ends the secret of one device; its session stays. */
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
  /** Begins an export of the account's data; so many a day. */
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
      /** Where the page before ended; empty for the first. */
      cursor: optional(pipe(string(), maxLength(128)), ''),
      /** The export that it is a part of. */
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
    /** What deleting the account would mean now. */
    output: object({
      gems: amount,
      silver: amount,
      /** How the caller has to show who they are. */
      proof: picklist(PROOFS),
      /** What has to end before. */
      waitsFor: nullable(picklist(['call', 'order', 'owed'])),
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
    /** Until then it can be restored. Server clock, ms. */
    output: object({ until: number() }),
  },
  beginMove: {
    path: '/api/account_service/move_begin',
    access: 'user',
    adult: false,
    effect: 'change',
    delivery: 'now',
    replay: 'sealed',
    /** The secret of this device, which is bound to the account. */
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
      /** While it is claimed: the digits to choose from. */
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
    /** Null: none of them. */
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
    /** `openId`: the secret of the device that claims. */
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
