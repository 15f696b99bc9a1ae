import {
  array,
  boolean,
  maxLength,
  object,
  optional,
  picklist,
  pipe,
  strictObject,
  string,
  transform,
  union,
} from 'valibot';
import type { EndpointTable } from '../api/endpoint.ts';
import { uid } from '../api/envelope.ts';
import { wholeUpTo } from '../api/shapes.ts';
import { callFrame } from '../calls/hub-shapes.ts';
import { externalId, externalIdOrEmpty } from '../external-id.ts';
import { typedText } from '../text/typed-text.ts';
import { typedContent } from '../text/visible-text.ts';
import { REPORT_NOTE_MAX_CHARS, REPORT_REASONS, WRITE_LOCK_REASONS } from './people.ts';
import { REPORTED_MESSAGE_MAX_CHARS, REPORTED_MESSAGES_MAX, UNANSWERED_MAX_HOST_PER_DAY } from './rules.ts';

const moment = wholeUpTo(9_999_999_999_999);

/** A message as its reader has it: the server parses and serialises it again, and compares it with the edge's seal. */
const reportedMessage = object({
  from: uid,
  to: uid,
  id: externalId,
  /** Server clock, ms. */
  at: moment,
  sensitive: wholeUpTo(255),
  body: pipe(string(), maxLength(REPORTED_MESSAGE_MAX_CHARS)),
  /**
   * The `x` element of the message, as text (contract/chat/seal.ts). Empty, as the body, if its sender has deleted it for everyone: the
   * server then takes both from the archive.
   */
  x: pipe(string(), maxLength(REPORTED_MESSAGE_MAX_CHARS)),
  seal: pipe(string(), maxLength(64)),
});

const complaint = {
  targetUid: uid,
  reason: picklist(REPORT_REASONS),
  note: optional(pipe(typedText, maxLength(REPORT_NOTE_MAX_CHARS), transform(typedContent)), ''),
  /** Stanza id of the first reported message; empty if the report is about the user. */
  mid: optional(externalIdOrEmpty, ''),
  /** Sid of the call that the report is about; empty for none. The team sees the evidence of that call. */
  sid: optional(externalIdOrEmpty, ''),
};

/** Reports, support, and write permission (product 7.3). */
export const conductRows = {
  report: {
    path: '/api/common_service/report',
    access: 'user',
    adult: false,
    effect: 'change',
    delivery: 'queued',
    replay: 'saved',
    input: object({
      ...complaint,
      messages: optional(pipe(array(reportedMessage), maxLength(REPORTED_MESSAGES_MAX)), []),
      /** The other side's picture in the call `sid` when the user pressed "Report"; absent if there was none. */
      frame: optional(callFrame),
    }),
    /** Ticket number for the support. */
    output: object({ ticket: string() }),
  },
  /** Returns the support account. Builds older than the endpoint `report` send their reports here; the server files those too. */
  support: {
    path: '/api/common_service/get_user_support',
    access: 'user',
    adult: false,
    effect: 'change',
    delivery: 'now',
    replay: 'sealed',
    // Strict, so that an invalid complaint is refused, and does not pass as a request without one.
    input: union([object(complaint), strictObject({})]),
    /** `note`: the operator's notice, such as support hours. */
    output: object({ jid: string(), uid, note: string(), ticket: optional(string()) }),
  },
  /** Whether the caller may write to a user now, and why not. Fails with `not-found` for a user who blocked the caller. */
  sendMsgLock: {
    path: '/api/common_service/send_msg_lock',
    access: 'user',
    adult: false,
    effect: 'read',
    delivery: 'now',
    input: object({ targetUid: uid }),
    output: object({
      locked: boolean(),
      reason: picklist(WRITE_LOCK_REASONS),
      /** Server clock, ms; 0 if the lock has no end time. */
      until: moment,
      /** Messages that may still be sent before a reply; the maximum if there is no limit. */
      left: wholeUpTo(UNANSWERED_MAX_HOST_PER_DAY),
    }),
  },
} as const satisfies EndpointTable;
