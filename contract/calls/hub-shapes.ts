import {
  array,
  boolean,
  check,
  exactOptional,
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
import { shownText, typedText } from '../text/typed-text.ts';
import { CALL_KINDS, CALL_REASONS, REJECT_TYPES } from './calls.ts';
import { CALL_FRAME_MAX_CHARS, CANDIDATE_MAX_CHARS, RELAYS_MAX, SDP_MAX_CHARS } from './rules.ts';

/** Shapes that several hub actions share. */

/** Schema of a frame of a call's picture, as a page sends it: a JPEG in base64. */
export const callFrame = pipe(string(), maxLength(CALL_FRAME_MAX_CHARS), regex(/^[A-Za-z\d+/]+={0,2}$/));
/** Schema of an account number in hub messages: a whole number from 1. */
export const uid = pipe(number(), integer(), minValue(1), maxValue(Number.MAX_SAFE_INTEGER));
/** Schema of a whole number from 0: a price, a time or a duration. */
export const whole = pipe(number(), integer(), minValue(0), maxValue(Number.MAX_SAFE_INTEGER));
/** Schema of the id of a call, a match proposal, a callback or a booking, which the server generates. */
export const hubId = externalId;
/** Schema of text from a client, at most 256 characters; invalid text is refused. */
export const words = pipe(typedText, maxLength(256));
/** Schema of text from the hub that a client displays, at most 256 characters. */
export const shownWords = pipe(shownText, maxLength(256));
/** Schema of the reason for the end of a call (`CALL_REASONS`). */
export const reason = picklist(CALL_REASONS);
/** Schema of the rejection by the other side (`REJECT_TYPES`). */
export const rejectType = picklist(REJECT_TYPES);
/** Schema of the billing kind of a call (`CALL_KINDS`). */
export const kind = picklist(CALL_KINDS);
/**
 * Schema of the terms that a page shows to a caller before a call: gems per started minute, free seconds before the first of them, and
 * silver for the whole call. The hub refuses the call if its price differs, it has fewer free seconds or it costs more silver.
 */
export const callTerms = object({ price: whole, freeSeconds: whole, silver: whole });
/** Terms that a caller saw before a call (`callTerms`). */
export type CallTerms = InferOutput<typeof callTerms>;

/** RFC 7064 and 7065: only STUN and TURN addresses, so that a relay address cannot reach anything else. */
const RELAY_URL = /^(?:stuns?|turns?):(?:\[[\da-fA-F:.]+\]|[\w.-]+)(?::\d{1,5})?(?:\?transport=(?:udp|tcp))?$/;
const relayUrl = pipe(string(), maxLength(256), regex(RELAY_URL));
/** Schema of the STUN and TURN servers and the ICE policy for one peer connection (`RelaySet`). */
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
/** Schema of a message of the WebRTC negotiation (`Signal`). */
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
  object({
    kind: literal('media'),
    generation,
    video: boolean(),
    audio: boolean(),
    revealed: exactOptional(boolean()),
  }),
]);

/** Schema of cost and end reason of an ended call (`CallReceipt`). */
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
  fairStart: optional(boolean()),
  refundedMinutes: optional(whole),
  reason,
  rejectType,
});

/**
 * Schema of the display data of the other party, sent with a ring, a match or a callback, because the client's lists may not have the
 * user.
 */
export const person = object({
  uid,
  nickName: shownWords,
  avatarUrl: shownWords,
  country: shownWords,
  lang: shownWords,
});
