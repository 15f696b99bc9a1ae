import { integer, minValue, number, object, pipe } from 'valibot';
import type { CallReason, RejectType } from '../../calls/calls.ts';
import { externalId } from '../../external-id.ts';
import { defineKind } from './kind.ts';

const CALL_NS = 'urn:gemcall:call:1';
const uid = pipe(number(), integer(), minValue(1));

/** Result of the call, from this device's record of it or the hub's receipt, never from the message. */
type Outcome = {
  readonly connectingTime: number;
  readonly endTime: number;
  readonly reason: '' | CallReason;
  readonly rejectType: RejectType;
};
const local: Outcome = { connectingTime: 0, endTime: 0, reason: '', rejectType: '' };

/**
 * Message kind `call` (type 10): an invitation of the caller to the callee (v_hub_call), and the record of the call in the conversation.
 * On the wire it only invites; each device adds the result from its record of the call (`worker/calls/records.ts`).
 */
export const call = defineKind({
  type: 10,
  kind: 'call',
  sentBy: 'people',
  isNews: true,
  category: 'call',
  startsAs: 'success',
  schema: object({
    sid: externalId,
    caller: uid,
    callee: uid,
    startTime: pipe(number(), integer(), minValue(0)),
  }),
  local,
  write: ({ sid, caller, callee, startTime }, build) => ({
    body: '',
    children: [build('call', { xmlns: CALL_NS, sid, caller, callee, startTime })],
  }),
  read(_body, x) {
    const attrs = x.getChild('call', CALL_NS)?.attrs ?? {};
    return {
      sid: attrs['sid'],
      caller: Number(attrs['caller']),
      callee: Number(attrs['callee']),
      startTime: Number(attrs['startTime']),
    };
  },
  // Compares the uids only; whether the call exists, the callee asks the hub.
  isBetween: ({ caller, callee }, sender, addressee) => caller === sender && callee === addressee,
});
