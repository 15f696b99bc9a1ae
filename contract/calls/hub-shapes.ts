import {
  array,
  boolean,
  check,
  type InferOutput,
  integer,
  literal,
  maxLength,
  maxValue,
  minValue,
  nullable,
  number,
  object,
  optional,
  picklist,
  pipe,
  regex,
  string,
  variant,
} from 'valibot';
import { externalId } from '../external-id.ts';
import { shownText, typedText } from '../typed-text.ts';
import { CALL_KINDS, CALL_REASONS, REJECT_TYPES } from './calls.ts';
import { CANDIDATE_MAX_CHARS, RELAYS_MAX, SDP_MAX_CHARS } from './rules.ts';

/** Shapes that several hub actions share. */

export const uid = pipe(number(), integer(), minValue(1), maxValue(Number.MAX_SAFE_INTEGER));
export const whole = pipe(number(), integer(), minValue(0), maxValue(Number.MAX_SAFE_INTEGER));
/** Id of a call, a proposal or a callback: 21 characters that the hub generates. */
export const hubId = externalId;
/** Text that a client sends. */
export const words = pipe(typedText, maxLength(256));
/** Text that the hub sends. */
export const shownWords = pipe(shownText, maxLength(256));
/** Reason for the end of a call. */
export const reason = picklist(CALL_REASONS);
export const rejectType = picklist(REJECT_TYPES);
export const kind = picklist(CALL_KINDS);
/**
 * Terms shown to a caller before a call: gems per started minute, the free seconds before the first of them, and the silver for the whole
 * call.
 */
export const callTerms = object({ price: whole, freeSeconds: whole, silver: whole });
export type CallTerms = InferOutput<typeof callTerms>;

/** RFC 7064 and 7065: only STUN and TURN addresses, so that a relay address cannot reach anything else. */
const RELAY_URL = /^(?:stuns?|turns?):(?:\[[\da-fA-F:.]+\]|[\w.-]+)(?::\d{1,5})?(?:\?transport=(?:udp|tcp))?$/;
const relayUrl = pipe(string(), maxLength(256), regex(RELAY_URL));
/** STUN and TURN servers (`RelaySet`). */
export const relays = object({
  servers: pipe(
    array(
      object({
        urls: pipe(
          array(relayUrl),
          check((urls) => urls.length > 0 && urls.length <= RELAYS_MAX),
        ),
        username: optional(words),
        credential: optional(words),
      }),
    ),
    maxLength(RELAYS_MAX),
  ),
  policy: picklist(['all', 'relay']),
});

const generation = pipe(number(), integer(), minValue(0), maxValue(1_000_000));
/** A negotiation signal (`Signal`). */
export const signal = variant('kind', [
  object({
    kind: literal('description'),
    generation,
    type: picklist(['offer', 'answer']),
    /** RFC 8866: an SDP starts with its version. */
    sdp: pipe(string(), maxLength(SDP_MAX_CHARS), regex(/^v=0\r?\n/)),
  }),
  object({
    kind: literal('candidate'),
    generation,
    candidate: pipe(string(), maxLength(CANDIDATE_MAX_CHARS), regex(/^(?:candidate:[^\r\n]*)?$/)),
    sdpMid: nullable(pipe(string(), maxLength(64))),
    sdpMLineIndex: nullable(pipe(number(), integer(), minValue(0), maxValue(1_000))),
  }),
  object({ kind: literal('ready'), generation }),
  object({ kind: literal('media'), generation, video: boolean(), audio: boolean() }),
]);

/** Cost and end reason of a call (`Receipt`). */
export const receipt = object({
  sid: hubId,
  kind,
  caller: uid,
  callee: uid,
  startTime: whole,
  connectingTime: whole,
  endTime: whole,
  seconds: whole,
  freeSeconds: whole,
  price: whole,
  gems: whole,
  silver: optional(whole),
  reason,
  rejectType,
});

/** Display data of a user whom the client's lists may not have. */
export const person = object({
  uid,
  nickName: shownWords,
  avatarUrl: shownWords,
  country: shownWords,
  lang: shownWords,
});
