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
import { shownText } from '../typed-text.ts';
import { MOVE_STATES, MY_DATA_PARTS, PROOFS } from './life.ts';
import { MOVE_CODE_CHARS, PASSWORD_SENT_MAX_CHARS } from './rules.ts';

const passwd = pipe(string(), minLength(1), maxLength(PASSWORD_SENT_MAX_CHARS));
const sessionId = pipe(string(), regex(/^[0-9a-f]{64}$/));
const day = pipe(string(), regex(/^\d{4}-\d{2}-\d{2}$/, 'must be YYYY-MM-DD'));
const moveCode = pipe(string(), regex(new RegExp(`^[\\w-]{${MOVE_CODE_CHARS}}$`)));
const openId = pipe(string(), maxLength(128));
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
    delivery: 'now',
    input: object({
      passwd,
      /** The present password, where there is one. */
      current: optional(passwd),
      /** Ends every other session, and with it the secrets of those devices. */
      endOthers: boolean(),
    }),
    output: object({}),
  },
  sessions: {
    path: '/api/account_service/sessions',
    access: 'user',
    adult: false,
    delivery: 'now',
    input: object({}),
    output: object({
      /** Whether the account has a password. */
      hasPassword: boolean(),
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
    }),
  },
  endSession: {
    path: '/api/account_service/end_session',
    access: 'user',
    adult: false,
    delivery: 'now',
    input: object({ id: sessionId }),
    output: object({}),
  },
  giveAge: {
    path: '/api/account_service/age',
    access: 'user',
    adult: false,
    delivery: 'now',
    input: object({ bDay: day }),
    /** False: the account is closed. */
    output: object({ adult: boolean() }),
  },
  myData: {
    path: '/api/account_service/my_data',
    access: 'user',
    adult: false,
    delivery: 'now',
    input: object({
      part: picklist(MY_DATA_PARTS),
      /** Where the page before ended; empty for the first. */
      cursor: optional(pipe(string(), maxLength(128)), ''),
      /** The export that it is a part of; of `begin` there is none yet. */
      exportId: optional(pipe(string(), maxLength(32)), ''),
    }),
    output: object({
      /** Of `begin`: the name of the export. */
      exportId: string(),
      rows: array(row),
      /** Empty after the last page. */
      next: string(),
    }),
  },
  closing: {
    path: '/api/account_service/closing',
    access: 'user',
    adult: false,
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
    delivery: 'now',
    input: object({ proof }),
    /** Until then it can be restored. Server clock, ms. */
    output: object({ until: number() }),
  },
  beginMove: {
    path: '/api/account_service/move_begin',
    access: 'user',
    adult: false,
    delivery: 'now',
    input: object({}),
    /** `until`: server clock, ms. */
    output: object({ code: moveCode, until: number() }),
  },
  moveState: {
    path: '/api/account_service/move_state',
    access: 'user',
    adult: false,
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
    delivery: 'now',
    /** Null: none of them. */
    input: object({ digits: nullable(digits) }),
    output: object({ state: picklist(MOVE_STATES) }),
  },
  lookAtMove: {
    path: '/api/account_service/move_look',
    access: 'public',
    delivery: 'now',
    input: object({ code: moveCode }),
    output: object({ nickName: shownText }),
  },
  claimMove: {
    path: '/api/account_service/move_claim',
    access: 'public',
    delivery: 'now',
    /** `openId`: the secret of the device that claims. */
    input: object({ code: moveCode, openId }),
    output: object({ digits, until: number() }),
  },
  claimedMove: {
    path: '/api/account_service/move_claimed',
    access: 'public',
    delivery: 'now',
    input: object({ code: moveCode, openId }),
    output: object({ state: picklist(MOVE_STATES) }),
  },
} as const satisfies EndpointTable;
