import {
  array,
  type InferOutput,
  integer,
  literal,
  maxLength,
  maxValue,
  minValue,
  number,
  object,
  optional,
  picklist,
  pipe,
  regex,
  safeParse,
  string,
} from 'valibot';
import { PUSH_KINDS } from './kinds.ts';

const id = pipe(string(), regex(/^[\w.:-]{1,128}$/));
/** Local name of a user and nothing else: it becomes part of a path. */
const tid = pipe(string(), regex(/^u_[1-9]\d{0,14}$/));
const count = pipe(number(), integer(), minValue(0), maxValue(9_999));
const moment = pipe(number(), integer(), minValue(0));

/**
 * The plain text of a push: ids and a template, without names or texts, because third-party push services store it. Keys are short
 * because the whole is padded to one length.
 */
const pushPayload = object({
  v: literal(1),
  /** Event kind. */
  k: picklist(PUSH_KINDS),
  /** The id of the newest event: a stanza id, a call, an order. */
  i: id,
  /** Account tag of the recipient: see `accountTag`. */
  a: pipe(string(), regex(/^[\w-]{8}$/)),
  /** The conversation. */
  t: optional(tid),
  /** The call. */
  s: optional(id),
  /** The user that the event is about, such as the one who came online or sent the request. */
  u: optional(pipe(number(), integer(), minValue(1))),
  /** The payment order. */
  o: optional(id),
  /** Number of events in this push. */
  n: count,
  /** Unread conversations, for the badge. */
  b: count,
  /** Time of the event, and its expiry (server clock, ms). */
  at: moment,
  x: moment,
  /** 1: shown silently. */
  q: optional(literal(1)),
  /** 1: the user asked for this notification, so that it is shown although its kind is muted. */
  r: optional(literal(1)),
  /** Conversations that were read on another device: their notifications close. */
  gone: optional(pipe(array(tid), maxLength(16)), []),
});
/** The parsed plain text of a push: ids and a template, without names or texts. */
export type PushPayload = Readonly<InferOutput<typeof pushPayload>>;

/** Parses the decrypted data of a push in the service worker; undefined if it is invalid. */
export function readPushPayload(value: unknown): PushPayload | undefined {
  const parsed = safeParse(pushPayload, value);
  return parsed.success ? parsed.output : undefined;
}

/** Length of an account tag: the start of the SHA-256 of the uid in base64url, so that a push does not reveal the account. */
export const ACCOUNT_TAG_CHARS = 8;
