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
import { AWAY_KINDS } from './kinds.ts';

const id = pipe(string(), regex(/^[\w.:-]{1,128}$/));
/** Local name of a user, never more than it: it becomes part of a path. */
const tid = pipe(string(), regex(/^u_[1-9]\d{0,14}$/));
const count = pipe(number(), integer(), minValue(0), maxValue(9_999));
const moment = pipe(number(), integer(), minValue(0));

/**
 * The plain text of a push: an id and a template, no name and no word, since it lies with strangers on its way. Keys are short
 * because the whole is padded to one length.
 */
const pushPayload = object({
  v: literal(1),
  /** The kind. */
  k: picklist(AWAY_KINDS),
  /** The id of the newest event: a stanza id, a call, an order. */
  i: id,
  /** Whom it is for: see `accountTag`. */
  a: pipe(string(), regex(/^[\w-]{8}$/)),
  /** The conversation. */
  t: optional(tid),
  /** The call. */
  s: optional(id),
  /** The person: who came online, who asks. */
  u: optional(pipe(number(), integer(), minValue(1))),
  /** The payment order. */
  o: optional(id),
  /** How many events it gathers. */
  n: count,
  /** Unread conversations, for the badge. */
  b: count,
  /** When it happened, and when it is worth nothing more (server clock, ms). */
  at: moment,
  x: moment,
  /** 1: shown without a sound. */
  q: optional(literal(1)),
  /** Conversations that were read elsewhere: their notifications close. */
  gone: optional(pipe(array(tid), maxLength(16)), []),
});
export type PushPayload = Readonly<InferOutput<typeof pushPayload>>;

/** Undefined for anything else than a payload of ours. */
export function readPushPayload(value: unknown): PushPayload | undefined {
  const parsed = safeParse(pushPayload, value);
  return parsed.success ? parsed.output : undefined;
}

/** Characters of the tag of an account: the begin of the SHA-256 of its uid in base64url, so that a push names nobody. */
export const ACCOUNT_TAG_CHARS = 8;
