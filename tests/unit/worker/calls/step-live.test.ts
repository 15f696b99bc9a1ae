import { describe, expect, test } from 'vitest';
import type { CallReceipt } from '#contract/calls/calls.ts';
import type { HubEvent } from '#contract/calls/hub.ts';
import { CALL_OWNER_GRACE_MS } from '#contract/calls/rules.ts';
import { relaysEnd } from '../../../../worker/calls/effects.ts';
import type { CallEvent } from '../../../../worker/calls/machine.ts';
import { stepCall } from '../../../../worker/calls/step.ts';
import {
  answered,
  at,
  connected,
  DISCONNECTED,
  failed,
  hub,
  initial,
  names,
  outgoing,
  over,
  ringing,
  sid,
  told,
} from './samples.ts';

const EVENTS: readonly HubEvent[] = [
  { name: 'PeerAnswered', sid, data: { relays: { servers: [], policy: 'all' } } },
  { name: 'SessionTerminate', sid, data: { reason: 'hangUp', rejectType: '' } },
  { name: 'SessionFail', sid, data: { reason: 'SessionFail', rejectType: '' } },
  { name: 'CallCheck', sid, data: {} },
  { name: 'CallError', sid, data: {} },
  { name: 'PeerAway', sid, data: { away: true } },
  { name: 'WebRTCContent', sid, data: { signal: { kind: 'ready', generation: 0 } } },
  { name: 'AnsweredElsewhere', sid, data: { resource: 'other' } },
];

describe('a message of the peer', () => {
  test.each(EVENTS)('the event $name changes nothing after the end of the call', (event) => {
    for (const call of [over, failed]) expect(stepCall(call, hub(event))).toEqual([call, []]);
  });
  test.each(EVENTS)('the event $name with another sid changes nothing', (event) => {
    for (const call of [outgoing, ringing, connected, undefined])
      expect(stepCall(call, hub({ ...event, sid: 'anothersidanothersid1' }))).toEqual([call, []]);
  });
  test('CallCheck is answered during a call, and opens nothing while it rings', () => {
    expect(names(stepCall(connected, hub({ name: 'CallCheck' }))[1])).toEqual(['accept']);
    expect(stepCall(ringing, hub({ name: 'CallCheck' }))).toEqual([ringing, []]);
  });
  test('negotiation of an older peer connection is dropped', () => {
    const signal = (generation: number) =>
      hub({ name: 'WebRTCContent', data: { signal: { kind: 'ready', generation } } });
    expect(stepCall({ ...answered, generation: 2 }, signal(1))[1]).toEqual([]);
    expect(names(stepCall({ ...answered, generation: 2 }, signal(2))[1])).toEqual(['signal']);
  });
  test('a recharge changes no call that does not run', () => {
    for (const call of [undefined, ringing, over])
      expect(stepCall(call, hub({ name: 'ReChargeSuccess', sid: '', data: { gemsBalance: 1 } }))).toEqual([call, []]);
  });
  test('the receipt of an ended call is stored with the call', () => {
    const receipt: CallReceipt = {
      sid,
      kind: 'paid',
      caller: 7,
      callee: 9001,
      startTime: 1,
      connectingTime: 2,
      endTime: 3,
      seconds: 1,
      freeSeconds: 0,
      price: 60,
      gems: 60,
      reason: 'hangUp',
      rejectType: '',
    };
    const [call, effects] = stepCall(over, { type: 'receipt', receipt });
    expect(call).toMatchObject({ status: DISCONNECTED, receipt });
    expect(names(effects)).toEqual(['settle']);
    expect(stepCall(connected, { type: 'receipt', receipt })[0]).toBe(connected);
  });
});

describe('the tab that owns the media', () => {
  test('the owner tab may come back within some seconds after it closed, then the call ends', () => {
    const [waits, effects] = stepCall(connected, { type: 'owner-gone', tab: 'tab', deviceNow: 100 });
    expect(waits?.rejoinUntil).toBe(100 + CALL_OWNER_GRACE_MS);
    expect(names(effects)).toEqual(['schedule']);
    const [back, accepts] = stepCall(waits, { type: 'rejoined', tab: 'new' });
    expect(back).toMatchObject({ ownerTab: 'new', rejoinUntil: 0 });
    expect(names(accepts)).toEqual(['unschedule', 'accept']);
    const [ended, last] = stepCall(waits, { type: 'owner-due', at, id: 'id' });
    expect(ended).toMatchObject({ status: DISCONNECTED, reason: 'ownerGone' });
    expect(told(last)).toEqual([['SessionTerminate', { reason: 'ownerGone', rejectType: '' }]]);
    expect(stepCall(back, { type: 'owner-due', at, id: 'id' })[0]).toBe(back);
  });
  test('only events of the owner tab count', () => {
    expect(stepCall(connected, { type: 'owner-gone', tab: 'other', deviceNow: 1 })[0]).toBe(connected);
    expect(stepCall(answered, { type: 'media-connected', at, deviceNow: 1, tab: 'other' })[0]).toBe(answered);
  });
});

describe('a new stream', () => {
  test.each([
    ['resumed in a connected call', connected, true, ['heartbeat']],
    ['new in a connected call', connected, false, ['accept']],
    ['new while the peer rings', outgoing, false, ['accept']],
    ['new while it rings here', ringing, false, ['check']],
    ['resumed while it rings', ringing, true, []],
    ['new before the hub answered', initial, false, []],
    ['new after the end', over, false, []],
  ] as const)('the call sends the expected requests when the stream is %s', (_what, call, resumed, expected) => {
    expect(names(stepCall(call, { type: 'stream-up', resumed })[1])).toEqual(expected);
  });
  test('a generation above 0 means that the peer has answered', () => {
    expect(stepCall(outgoing, { type: 'accept-granted', sid, generation: 1 })[0]).toMatchObject({
      generation: 1,
      answered: true,
    });
    expect(stepCall(outgoing, { type: 'accept-granted', sid, generation: 0 })[0]?.answered).toBe(false);
  });
});

test('an event that does not apply returns the same state', () => {
  const silent: readonly CallEvent[] = [
    { type: 'ready-granted', sid: 'other' },
    { type: 'declined', at },
    { type: 'answered', tab: 'tab' },
    { type: 'beat-answered', sid, meter: { at: 1, freeSecondsLeft: 0, seconds: 0, gems: 0, metering: false } },
  ];
  for (const event of silent) expect(stepCall(outgoing, event)).toEqual([outgoing, []]);
});

describe('gems bought in a call', () => {
  test('gems bought in a call end the wait, and so does a meter without a wait when the event was lost', () => {
    const [waiting] = stepCall(connected, hub({ name: 'TopUpWait', data: { until: 99 } }));
    expect(waiting).toMatchObject({ waitUntil: 99 });
    expect(stepCall(waiting, hub({ name: 'TopUpDone' }))).toEqual([
      { ...connected, waitUntil: 0 },
      [{ type: 'heartbeat', sid }],
    ]);
    const meter = { freeSecondsLeft: 0, seconds: 60, ms: 0, gems: 0, metering: false };
    const beat = (waitUntil?: number) =>
      stepCall(waiting, { type: 'beat-answered', sid, meter: { at, ...meter, waitUntil } })[0];
    expect(beat(99)).toMatchObject({ waitUntil: 99 });
    expect(beat()).toMatchObject({ waitUntil: 0 });
  });
  test('gems bought in a call request the longer time at once, and relays that are valid as long', () => {
    const [, effects] = stepCall(connected, hub({ name: 'ReChargeSuccess', sid: '', data: { gemsBalance: 900 } }));
    expect(names(effects)).toEqual(['lengthen']);
  });
});

test('relays expire with the first of their credentials', () => {
  expect(relaysEnd({ policy: 'all', servers: [{ urls: [] }] })).toBe(Number.POSITIVE_INFINITY);
  const named = (username: string) => ({ urls: [], username });
  expect(relaysEnd({ policy: 'all', servers: [named('1700000600:a-caller'), named('1700000500:b-caller')] })).toBe(
    1_700_000_500,
  );
});
