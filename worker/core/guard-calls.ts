import {
  boolean,
  type GenericSchema,
  integer,
  literal,
  maxLength,
  maxValue,
  minLength,
  minValue,
  number,
  object,
  picklist,
  pipe,
  regex,
  strictTuple,
  string,
  variant,
} from 'valibot';
import { ASKED_KINDS, CALLBACK_REPLIES } from '#contract/calls/calls.ts';
import type { CallCommands } from '#contract/calls/commands.ts';
import { signal } from '#contract/calls/hub-shapes.ts';
import { CALL_RATING_MAX } from '#contract/calls/rules.ts';
import { MESSAGE_MAX_CHARS } from '#contract/chat/rules.ts';
import { typedText } from '#contract/typed-text.ts';

const short = pipe(typedText, minLength(1), maxLength(256));
/** 0 is nobody: the command says 'null jid' (product 5.2). */
const uid = pipe(number(), integer(), minValue(0), maxValue(Number.MAX_SAFE_INTEGER));
const hubId = pipe(string(), regex(/^[\w-]{21}$/));
const words = pipe(typedText, maxLength(256));

/** The call commands as they may come over a port. */
export const callSchemas = {
  call: strictTuple([short, uid, pipe(string(), maxLength(1_024)), picklist(ASKED_KINDS), words]),
  answerCall: strictTuple([short]),
  declineCall: strictTuple([pipe(typedText, maxLength(MESSAGE_MAX_CHARS))]),
  hangUp: strictTuple([]),
  callRelays: strictTuple([short]),
  testRelays: strictTuple([]),
  sendSignal: strictTuple([short, signal]),
  takeSignals: strictTuple([short, pipe(number(), integer(), minValue(0))]),
  tellMedia: strictTuple([
    short,
    variant('what', [
      object({ what: literal('connected') }),
      object({ what: literal('flow'), flowing: boolean() }),
      object({ what: literal('failed'), reason: picklist(['sdp fail', 'mediaFail', 'mediaDenied']) }),
    ]),
  ]),
  rejoinCall: strictTuple([short]),
  dismissCall: strictTuple([]),
  rateCall: strictTuple([hubId, pipe(number(), integer(), minValue(1), maxValue(CALL_RATING_MAX))]),
  matchToFlash: strictTuple([]),
  enterMatch: strictTuple([short, object({ lang: words, country: words })]),
  leaveMatch: strictTuple([]),
  answerMatch: strictTuple([hubId, boolean()]),
  askCallback: strictTuple([pipe(uid, minValue(1))]),
  replyCallback: strictTuple([short, picklist(CALLBACK_REPLIES)]),
  seeCallRecords: strictTuple([]),
  refreshAllowances: strictTuple([]),
} satisfies Record<keyof CallCommands, GenericSchema>;
