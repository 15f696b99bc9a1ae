import { CALL_STATUS } from '#contract/calls/calls.ts';
import {
  CALL_HEARTBEAT_INTERVAL_MS,
  CALL_MISSED_BEATS,
  CALL_OWNER_GRACE_MS,
  CALL_RESTART_GRACE_MS,
  CALL_SETUP_TIMEOUT_MS,
} from '#contract/calls/rules.ts';
import { unreachable } from '#contract/result.ts';
import { ENDINGS, end, endingOfRequest, failedWith, isFinalRefusal, isLive, reportEnd } from './endings.ts';
import { effectsOfFailedCheck, initialCall } from './fresh.ts';
import type { Call, CallEffect, CallEvent, CallStep } from './machine.ts';
import { stepHub, storeMeter } from './step-hub.ts';

const { INITIAL, CONNECTING, CONNECTED, CALLIN } = CALL_STATUS;

/**
 * Time without an answered heartbeat after which a call ends while a stream is up: one interval more than CALL_MISSED_BEATS (wire 3.2, step
 * 8).
 */
export const BEATS_LOST_AFTER_MS = (CALL_MISSED_BEATS + 1) * CALL_HEARTBEAT_INTERVAL_MS;

type Of<T extends CallEvent['type']> = Extract<CallEvent, { readonly type: T }>;
const setUp = (id: string): CallEffect => ({ type: 'schedule', what: 'setup-due', ms: CALL_SETUP_TIMEOUT_MS, id });

/** Returns the next state of the call and its effects. Pure. An event that does not belong to the call leaves its state unchanged. */
export function stepCall(call: Call | undefined, event: CallEvent): CallStep {
  const stay: CallStep = [call, []];
  switch (event.type) {
    case 'dialled':
      return isLive(call) ? stay : dial(event);
    case 'invited':
      // Only the hub knows the participants and whether the call is active; nothing rings before its response.
      if (isLive(call) || call?.sid === event.sid) return stay;
      return [call, [{ type: 'check', sid: event.sid, peer: event.peer }]];
    case 'check-passed':
      return isLive(call) || call?.sid === event.sid ? stay : ring(event);
    case 'agreed':
      return isLive(call) ? stay : [event.call, [setUp(event.call.id)]];
    case 'receipt':
      return settle(call, event);
    case 'request-granted':
      // The user cancelled during the request, so the session that the hub has created must be cancelled.
      if (call?.id === event.id && !isLive(call)) {
        return [
          { ...call, sid: event.sid },
          [{ type: 'tell', request: { name: 'CallCancel', sid: event.sid, data: {} } }],
        ];
      }
      break;
    case 'check-failed':
      if (isLive(call) && call.sid === event.sid)
        return call.status === CALLIN ? end(call, event.at, ENDINGS.checkFailed) : stay;
      return [call, effectsOfFailedCheck(event)];
    case 'dismissed':
      return isLive(call) ? stay : [undefined, []];
    case 'hub':
      return stepHub(call, event);
  }
  return isLive(call) ? stepLive(call, event) : stay;
}

type LiveEvent = Exclude<
  CallEvent,
  {
    readonly type: 'dialled' | 'invited' | 'check-passed' | 'check-failed' | 'agreed' | 'receipt' | 'dismissed' | 'hub';
  }
>;

function stepLive(call: Call, event: LiveEvent): CallStep {
  const stay: CallStep = [call, []];
  if ('sid' in event && event.type !== 'request-granted' && event.sid !== call.sid) return stay;
  if ('id' in event && event.id !== call.id) return stay;
  switch (event.type) {
    case 'request-granted':
      return call.status === INITIAL ? granted(call, event) : stay;
    case 'request-refused':
      if (call.status !== INITIAL) return stay;
      return end({ ...call, price: event.newPrice ?? call.price }, event.at, endingOfRequest(event.refusal));
    case 'invitation-refused':
      if (call.answered) return stay;
      return end(call, event.at, ENDINGS.invitation, reportEnd(call, 'SessionFail', ENDINGS.invitation));
    case 'answered':
      if (call.status !== CALLIN) return stay;
      return [{ ...call, status: CONNECTING, ownerTab: event.tab }, [{ type: 'ready', sid: call.sid }, setUp(call.id)]];
    case 'ready-granted':
      return [{ ...call, answered: true }, []];
    case 'ready-refused': {
      if (event.refusal === 'answered') return end(call, event.at, ENDINGS.elsewhere);
      if (isFinalRefusal(event.refusal)) return end(call, event.at, ENDINGS.nonExistent);
      return end(call, event.at, ENDINGS.sessionFail, reportEnd(call, 'SessionFail', ENDINGS.sessionFail));
    }
    case 'declined':
      if (call.status !== CALLIN) return stay;
      return end(call, event.at, ENDINGS.declined, reportEnd(call, 'SessionTerminate', ENDINGS.declined));
    case 'hung-up':
      return hangUp(call, event.at);
    case 'setup-due':
      if (call.status === CONNECTED) return stay;
      return end(call, event.at, ENDINGS.timeOut, reportEnd(call, 'SessionFail', ENDINGS.timeOut));
    case 'media-connected':
      return event.tab === call.ownerTab && call.status === CONNECTING ? connected(call, event) : stay;
    case 'media-switched': {
      const { tab, microphoneOff, cameraOff, revealed = false } = event;
      return tab === call.ownerTab ? [{ ...call, microphoneOff, cameraOff, revealed }, []] : stay;
    }
    case 'media-failed': {
      if (event.tab !== call.ownerTab) return stay;
      const ending = failedWith(event.reason);
      return end(call, event.at, ending, reportEnd(call, 'SessionFail', ending));
    }
    case 'beat-due':
      return beat(call, event);
    case 'beat-answered':
      return call.status === CONNECTED ? storeMeter(call, event.meter) : stay;
    case 'accept-refused':
    case 'beat-refused':
      // `closed`: the hub has another device or another stream of this account in the call.
      if (event.refusal === 'closed' && event.type === 'beat-refused')
        return [call, [{ type: 'accept', sid: call.sid }]];
      if (!isFinalRefusal(event.refusal)) return stay;
      return end(call, event.at, ENDINGS.nonExistent, [{ type: 'fetch-records' }]);
    case 'accept-granted':
      // The hub increments the generation of a negotiation only after the answer: above 0 the peer has answered, even if
      // that event was lost.
      return [
        {
          ...call,
          generation: Math.max(call.generation, event.generation),
          answered: call.answered || event.generation > 0,
        },
        [],
      ];
    case 'owner-gone':
      if (event.tab !== call.ownerTab || call.rejoinUntil > 0) return stay;
      return [
        { ...call, rejoinUntil: event.deviceNow + CALL_OWNER_GRACE_MS },
        [{ type: 'schedule', what: 'owner-due', ms: CALL_OWNER_GRACE_MS, id: call.id }],
      ];
    case 'owner-due':
      if (call.rejoinUntil === 0) return stay;
      return end(call, event.at, ENDINGS.ownerGone, reportEnd(call, 'SessionTerminate', ENDINGS.ownerGone));
    case 'rejoined':
      if (call.ownerTab === '' || call.status === INITIAL) return stay;
      return [
        { ...call, ownerTab: event.tab, rejoinUntil: 0 },
        [
          { type: 'unschedule', what: 'owner-due' },
          { type: 'accept', sid: call.sid },
        ],
      ];
    case 'price-changed':
      return [{ ...call, price: event.price }, []];
    case 'stream-up':
      return comeBack(call, event.resumed);
    default:
      return unreachable(event);
  }
}

function dial({ id, tab, peer, kind, source, callback, shown }: Of<'dialled'>): CallStep {
  const call: Call = {
    ...initialCall(id, 'out', peer),
    kind,
    ownerTab: tab,
  };
  return [call, [{ type: 'stop' }, { type: 'request', id, callee: peer.uid, kind, source, callback, shown }]];
}

function granted(call: Call, { sid, kind, price, freeSeconds, startTime, silver }: Of<'request-granted'>): CallStep {
  const terms = { sid, kind, price, freeSeconds, startTime, ...(silver ? { silver } : {}) };
  const next: Call = { ...call, status: CONNECTING, ...terms };
  return [next, [{ type: 'invite', sid, peer: call.peer, startTime }, setUp(call.id)]];
}

function ring({ id, sid, peer, kind, price, freeSeconds, startTime }: Of<'check-passed'>): CallStep {
  const call: Call = { ...initialCall(id, 'in', peer), status: CALLIN, sid, kind, price, freeSeconds, startTime };
  return [call, [{ type: 'stop' }, setUp(id)]];
}

function connected(call: Call, { at, deviceNow }: Of<'media-connected'>): CallStep {
  if (!call.answered) return [call, []];
  const none = { at: deviceNow, freeSecondsLeft: call.freeSeconds, seconds: 0, gems: 0, metering: false };
  const meter = call.meter ? { ...call.meter } : none;
  return [
    { ...call, status: CONNECTED, connectingTime: at, meter },
    [
      { type: 'unschedule', what: 'setup-due' },
      { type: 'tell', request: { name: 'SessionSuccess', sid: call.sid, data: {} } },
      { type: 'beat' },
      { type: 'heartbeat', sid: call.sid },
    ],
  ];
}

/** Ends the call: cancel before the answer, terminate after it, decline while it rings on this device (wire 3.2). */
function hangUp(call: Call, at: number): CallStep {
  if (call.status === CALLIN) return stepLive(call, { type: 'declined', at });
  if (call.answered || call.direction === 'in')
    return end(call, at, ENDINGS.hungUp, reportEnd(call, 'SessionTerminate', ENDINGS.hungUp));
  const { sid } = call;
  return end(
    call,
    at,
    ENDINGS.cancelled,
    sid === '' ? [] : [{ type: 'tell', request: { name: 'CallCancel', sid, data: {} } }],
  );
}

/**
 * Handles a due heartbeat. Without a stream no response can arrive, so the call gets the grace period of a server
 * restart (server/domains/calls/billing/advance.ts).
 */
function beat(call: Call, { at, deviceNow, upSince }: Of<'beat-due'>): CallStep {
  if (call.status !== CONNECTED) return [call, []];
  const lastHeard = call.meter?.at ?? deviceNow;
  const isLost =
    upSince === 0
      ? deviceNow - lastHeard > CALL_RESTART_GRACE_MS
      : deviceNow - Math.max(lastHeard, upSince) > BEATS_LOST_AFTER_MS;
  if (isLost)
    return end(call, at, ENDINGS.heartbeatLost, [
      ...reportEnd(call, 'SessionFail', ENDINGS.heartbeatLost),
      { type: 'fetch-records' },
    ]);
  return [call, [{ type: 'heartbeat', sid: call.sid }]];
}

/** Stores a receipt in the records, and also in the call if it is the one that ended and is still shown. */
function settle(call: Call | undefined, { receipt }: Of<'receipt'>): CallStep {
  const effects: readonly CallEffect[] = [{ type: 'settle', receipt }];
  if (!call || isLive(call) || call.sid !== receipt.sid) return [call, effects];
  return [{ ...call, receipt }, effects];
}

/**
 * Handles a stream that is up. If it was not resumed, the hub needs its new JID, and a ringing call may have been cancelled meanwhile. On a
 * resumed one, only a connected call sends a heartbeat.
 */
function comeBack(call: Call, resumed: boolean): CallStep {
  const { sid, status, peer } = call;
  if (sid === '') return [call, []];
  if (resumed) return [call, status === CONNECTED ? [{ type: 'heartbeat', sid }] : []];
  return [call, [status === CALLIN ? { type: 'check', sid, peer } : { type: 'accept', sid }]];
}
