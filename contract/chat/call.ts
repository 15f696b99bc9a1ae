import xml from '@xmpp/xml';
import { integer, minValue, number, object, picklist, pipe, regex, string } from 'valibot';
import { CALL_REASONS, REJECT_TYPES } from '../calls/calls.ts';
import { STANZA_ID } from '../ids.ts';
import { defineCodec } from './codec.ts';

const CALL_NS = 'urn:gemcall:call:1';
const moment = pipe(number(), integer(), minValue(0));
const uid = pipe(number(), integer(), minValue(1));

/**
 * Message type 10 (product 3.4): the invitation to a call, and its record in the conversation. On the wire it only invites:
 * the hub alone says whether the call is alive, who is in it and how it ended, so times are 0 and reasons empty there.
 */
export const call = defineCodec({
  type: 10,
  kind: 'call',
  schema: object({
    sid: pipe(string(), regex(STANZA_ID)),
    caller: uid,
    callee: uid,
    startTime: moment,
    connectingTime: moment,
    endTime: moment,
    reason: picklist(['', ...CALL_REASONS]),
    rejectType: picklist(REJECT_TYPES),
  }),
  write: ({ sid, caller, callee, startTime }) => ({
    body: '',
    children: [xml('call', { xmlns: CALL_NS, sid, caller, callee, startTime })],
  }),
  read(_body, x) {
    const attrs = x.getChild('call', CALL_NS)?.attrs ?? {};
    return {
      sid: attrs['sid'],
      caller: Number(attrs['caller']),
      callee: Number(attrs['callee']),
      startTime: Number(attrs['startTime']),
      connectingTime: 0,
      endTime: 0,
      reason: '',
      rejectType: '',
    };
  },
});
