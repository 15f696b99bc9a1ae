import { describe, expect, test } from 'vitest';
import { CALL_REASONS, CALL_STATUS, type Receipt } from '#contract/calls.ts';
import { CALL_HEARTBEAT_INTERVAL_MS, CALL_OWNER_GRACE_MS, CALL_SETUP_TIMEOUT_MS } from '#contract/rules.ts';
import { HUB_REFUSALS, type HubEvent, type HubRefusal } from '#contract/stanzas/hub.ts';
import type { Call, CallEffect, CallEvent } from '../../../../worker/calls/machine.ts';
import { BEATS_LOST_AFTER_MS, fresh, stepCall } from '../../../../worker/calls/step.ts';

const { INITIAL, CONNECTING, CONNECTED, DISCONNECTED, FAILED, CALLIN } = CALL_STATUS;
const sid = 'sidsidsidsidsidsidsid';
const at = 1_000_000;
const peer = { uid: 9001, jid: 'u_9001@chat.example', nickName: 'Asha', avatarUrl: '' };
const relays = { servers: [], policy: 'all' } as const;
const terms = { kind: 'paid', price: 60, freeSeconds: 30, startTime: 5 } as const;
const dialled: CallEvent = {
  type: 'dialled',
  at,
  id: 'id',
  tab: 'tab',
  peer,
  kind: 'paid',
  source: 'wall',
  callback: '',
};

/** A call in each state that it may be in. */
const initial: Call = { ...fresh('id', 'out', peer), ownerTab: 'tab' };
const outgoing: Call = { ...initial, ...terms, sid, status: CONNECTING };
const answered: Call = { ...outgoing, answered: true };
const ringing: Call = { ...fresh('id', 'in', peer), ...terms, sid, status: CALLIN };
const taken: Call = { ...ringing, status: CONNECTING, ownerTab: 'tab', answered: true };
const connected: Call = {
  ...answered,
  status: CONNECTED,
  connectingTime: 9,
  meter: { at: 50, freeSecondsLeft: 30, seconds: 0, gems: 0, metering: true },
};
const over: Call = { ...connected, status: DISCONNECTED, endTime: 8, reason: 'hangUp' };
const failed: Call = { ...over, status: FAILED, reason: 'timeOut' };

const names = (effects: readonly CallEffect[]) => effects.map(({ type }) => type);
const told = (effects: readonly CallEffect[]) =>
  effects.flatMap((effect) => (effect.type === 'tell' ? [[effect.request.name, effect.request.data]] : []));
const hub = (event: Partial<HubEvent> & Pick<HubEvent, 'name'>): CallEvent => ({
  type: 'hub',
  at,
  ownResource: 'own',
  event: { sid, data: {}, ...event } as HubEvent,
});

describe('an outgoing call', () => {
  test('asks the hub, invites, waits for the answer and ends in the picture', () => {
    const [asked, first] = stepCall(undefined, dialled);
    expect(asked?.status).toBe(INITIAL);
    expect(names(first)).toEqual(['stop', 'request']);
    const [invited, second] = stepCall(asked, { type: 'request-granted', id: 'id', sid, ...terms });
    expect(invited).toMatchObject({ status: CONNECTING, sid, price: 60, answered: false });
    expect(second).toEqual([
      { type: 'invite', sid, peer, startTime: 5 },
      { type: 'schedule', what: 'setup-due', ms: CALL_SETUP_TIMEOUT_MS, id: 'id' },
    ]);
    const [stands, third] = stepCall(
      invited,
      hub({ name: 'PeerAnswered', data: { relays: { servers: [], policy: 'all' } } }),
    );
    expect(stands?.answered).toBe(true);
    expect(third).toEqual([{ type: 'relays', relays }]);
    const [seen, last] = stepCall(stands, { type: 'media-connected', at, deviceNow: 7, tab: 'tab' });
    expect(seen).toMatchObject({ status: CONNECTED, connectingTime: at });
    expect(names(last)).toEqual(['unschedule', 'tell', 'beat']);
    expect(told(last)).toEqual([['SessionSuccess', {}]]);
  });

  const REFUSED: Record<HubRefusal, readonly [string, string]> = {
    'gems-insufficient': ['Gems insufficient', 'on_call_insuffic'],
    busy: ['busy', 'on_call_busy'],
    offline: ['offline', 'on_call_offline'],
    blocked: ['blocked', 'on_call_blocked'],
    self: ['sendSession Unknown error', ''],
    'not-anchor': ['sendSession Unknown error', ''],
    'one-call': ['sendSession Unknown error', ''],
    'no-allowance': ['sendSession Unknown error', ''],
    'sid-non-existent': ['sendSession Unknown error', ''],
    answered: ['sendSession Unknown error', ''],
    rate: ['sendSession Unknown error', ''],
    closed: ['sendSession Unknown error', ''],
  };
  test.each([...HUB_REFUSALS, undefined])('refused as %s fails in the words of the specification', (refusal) => {
    const [call, effects] = stepCall(initial, { type: 'request-refused', at, id: 'id', refusal });
    const [reason, rejectType] = refusal ? REFUSED[refusal] : ['sendSession Unknown error', ''];
    expect(call).toMatchObject({ status: FAILED, reason, rejectType, endTime: at });
    expect(names(effects)).toEqual(['stop', 'record']);
  });

  test('whose invitation is refused fails with invitationError and tells the hub', () => {
    const [call, effects] = stepCall(outgoing, { type: 'invitation-refused', at, sid });
    expect(call).toMatchObject({ status: FAILED, reason: 'invitationError' });
    expect(told(effects)).toEqual([['SessionFail', { reason: 'invitationError', rejectType: '' }]]);
  });

  test('given up while the hub is being asked leaves no session behind', () => {
    const [call] = stepCall(initial, { type: 'hung-up', at });
    expect(call).toMatchObject({ status: FAILED, reason: 'cancel' });
    const [after, effects] = stepCall(call, { type: 'request-granted', id: 'id', sid, ...terms });
    expect(after?.status).toBe(FAILED);
    expect(told(effects)).toEqual([['CallCancel', {}]]);
  });
});

describe('an incoming call', () => {
  test('rings only after the hub has said whose it is', () => {
    const [nobody, effects] = stepCall(undefined, { type: 'invited', sid });
    expect(nobody).toBeUndefined();
    expect(effects).toEqual([{ type: 'check', sid }]);
    const [rings] = stepCall(undefined, { type: 'check-passed', id: 'in', sid, peer, ...terms });
    expect(rings).toMatchObject({ status: CALLIN, direction: 'in', ownerTab: '', peer });
  });
  test('that the hub does not know never rings, and its record is fetched', () => {
    const [call, effects] = stepCall(undefined, { type: 'check-failed', at, sid });
    expect(call).toBeUndefined();
    expect(names(effects)).toEqual(['fetch-records']);
  });
  test('that is gone after a new stream ends as callInSessionFail', () => {
    expect(stepCall(ringing, { type: 'check-failed', at, sid })[0]).toMatchObject({
      status: FAILED,
      reason: 'callInSessionFail',
    });
  });
  test('answered goes to CONNECTING and asks for relay servers', () => {
    const [call, effects] = stepCall(ringing, { type: 'answered', tab: 'tab' });
    expect(call).toMatchObject({ status: CONNECTING, ownerTab: 'tab', answered: false });
    expect(names(effects)).toEqual(['ready', 'schedule']);
    expect(stepCall(call, { type: 'ready-granted', sid })[0]?.answered).toBe(true);
  });
  test.each([
    ['answered', DISCONNECTED, 'answeredElsewhere'],
    ['sid-non-existent', FAILED, 'sidNonExistent'],
    ['rate', FAILED, 'SessionFail'],
  ] as const)('whose answer is refused as %s ends', (refusal, status, reason) => {
    const [waiting] = stepCall(ringing, { type: 'answered', tab: 'tab' });
    expect(stepCall(waiting, { type: 'ready-refused', at, sid, refusal })[0]).toMatchObject({ status, reason });
  });
  test('declined tells the hub so', () => {
    const [call, effects] = stepCall(ringing, { type: 'declined', at });
    expect(call).toMatchObject({ status: DISCONNECTED, reason: 'decline', rejectType: 'on_call_refuse' });
    expect(told(effects)).toEqual([['SessionTerminate', { reason: 'decline', rejectType: 'on_call_refuse' }]]);
  });
  test('answered on another device stops ringing here, not on the one that answered', () => {
    const elsewhere = hub({ name: 'AnsweredElsewhere', data: { resource: 'other' } });
    expect(stepCall(ringing, elsewhere)[0]?.reason).toBe('answeredElsewhere');
    expect(stepCall(ringing, hub({ name: 'AnsweredElsewhere', data: { resource: 'own' } }))[0]).toBe(ringing);
    expect(stepCall(taken, elsewhere)[0]).toBe(taken);
  });
});

describe('how a call ends', () => {
  test.each([
    ['before the answer', outgoing, FAILED, 'cancel', 'CallCancel'],
    ['after the answer', answered, DISCONNECTED, 'hangUp', 'SessionTerminate'],
    ['in the picture', connected, DISCONNECTED, 'hangUp', 'SessionTerminate'],
    ['while it rings here', ringing, DISCONNECTED, 'decline', 'SessionTerminate'],
    ['once taken', taken, DISCONNECTED, 'hangUp', 'SessionTerminate'],
  ] as const)('hung up %s', (_when, call, status, reason, action) => {
    const [next, effects] = stepCall(call, { type: 'hung-up', at });
    expect(next).toMatchObject({ status, reason, endTime: at });
    expect(told(effects)[0]?.[0]).toBe(action);
    expect(names(effects)).toContain('record');
  });

  test.each([
    ['rings there', outgoing],
    ['rings here', ringing],
    ['negotiates', answered],
  ] as const)('after a minute in which it %s it fails with timeOut', (_what, call) => {
    const [next, effects] = stepCall(call, { type: 'setup-due', at, id: 'id' });
    expect(next).toMatchObject({ status: FAILED, reason: 'timeOut', rejectType: 'on_call_timeout' });
    expect(told(effects)).toEqual([['SessionFail', { reason: 'timeOut', rejectType: 'on_call_timeout' }]]);
    expect(stepCall(connected, { type: 'setup-due', at, id: 'id' })[0]).toBe(connected);
    expect(stepCall(call, { type: 'setup-due', at, id: 'an earlier call' })[0]).toBe(call);
  });

  test.each(['sdp fail', 'mediaFail', 'mediaDenied'] as const)('media that reports %s fails it', (reason) => {
    const [next] = stepCall(answered, { type: 'media-failed', at, tab: 'tab', reason });
    expect(next).toMatchObject({ status: FAILED, reason });
    expect(stepCall(answered, { type: 'media-failed', at, tab: 'another', reason })[0]).toBe(answered);
  });

  test.each(CALL_REASONS)('the hub ends it with %s', (reason) => {
    const data = { reason, rejectType: '' } as const;
    expect(stepCall(connected, hub({ name: 'SessionTerminate', data }))[0]).toMatchObject({
      status: DISCONNECTED,
      reason,
    });
    expect(stepCall(connected, hub({ name: 'SessionFail', data }))[0]).toMatchObject({ status: FAILED, reason });
    expect(stepCall(connected, hub({ name: 'CallError', data: { reason } }))[0]).toMatchObject({
      status: FAILED,
      reason,
    });
  });
  test('a CallError without a reason is sidNonExistent', () => {
    expect(stepCall(connected, hub({ name: 'CallError', data: {} }))[0]?.reason).toBe('sidNonExistent');
  });
  test('a heartbeat that the hub does not know ends it; any other failure may pass', () => {
    const beat = (refusal: HubRefusal | undefined): CallEvent => ({ type: 'beat-refused', at, sid, refusal });
    expect(stepCall(connected, beat('sid-non-existent'))[0]?.reason).toBe('sidNonExistent');
    expect(stepCall(connected, beat(undefined))[0]).toBe(connected);
    expect(names(stepCall(connected, beat('closed'))[1])).toEqual(['accept']);
  });
  test('without a beat heard for three intervals it is lost', () => {
    const due = (deviceNow: number): CallEvent => ({ type: 'beat-due', at, deviceNow });
    expect(BEATS_LOST_AFTER_MS).toBe(3 * CALL_HEARTBEAT_INTERVAL_MS);
    expect(names(stepCall(connected, due(50 + BEATS_LOST_AFTER_MS))[1])).toEqual(['heartbeat']);
    expect(stepCall(connected, due(51 + BEATS_LOST_AFTER_MS))[0]).toMatchObject({
      status: FAILED,
      reason: 'heartbeatLost',
    });
  });
});

describe('only one call at a time', () => {
  test.each([initial, outgoing, ringing, connected])('nothing takes the place of one that is under way', (call) => {
    expect(stepCall(call, { ...dialled, id: 'second' })).toEqual([call, []]);
    expect(stepCall(call, { type: 'invited', sid: 'other' })).toEqual([call, []]);
    expect(stepCall(call, { type: 'check-passed', id: 'x', sid: 'other', peer, ...terms })).toEqual([call, []]);
    expect(stepCall(call, { type: 'dismissed' })).toEqual([call, []]);
  });
  test.each([over, failed])('the next one takes the place of one that is over', (call) => {
    expect(stepCall(call, { ...dialled, id: 'second' })[0]).toMatchObject({ id: 'second', status: INITIAL });
    expect(stepCall(call, { type: 'dismissed' })[0]).toBeUndefined();
  });
});

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

describe('what the other side says', () => {
  test.each(EVENTS)('$name changes nothing after the end', (event) => {
    for (const call of [over, failed]) expect(stepCall(call, hub(event))).toEqual([call, []]);
  });
  test.each(EVENTS)('$name of another sid changes nothing', (event) => {
    for (const call of [outgoing, ringing, connected, undefined])
      expect(stepCall(call, hub({ ...event, sid: 'anothersidanothersid1' }))).toEqual([call, []]);
  });
  test('CallCheck answers that we are in it, and opens nothing while it rings', () => {
    expect(names(stepCall(connected, hub({ name: 'CallCheck' }))[1])).toEqual(['accept']);
    expect(stepCall(ringing, hub({ name: 'CallCheck' }))).toEqual([ringing, []]);
  });
  test('negotiation of an older peer connection is dropped', () => {
    const signal = (generation: number) =>
      hub({ name: 'WebRTCContent', data: { signal: { kind: 'ready', generation } } });
    expect(stepCall({ ...answered, generation: 2 }, signal(1))[1]).toEqual([]);
    expect(names(stepCall({ ...answered, generation: 2 }, signal(2))[1])).toEqual(['signal']);
  });
  test('a recharge refreshes the account in any state', () => {
    for (const call of [undefined, connected, over])
      expect(names(stepCall(call, hub({ name: 'ReChargeSuccess', sid: '', data: { gemsBalance: 1 } }))[1])).toEqual([
        'refresh-account',
      ]);
  });
  test('the receipt of a call that is over is kept with it', () => {
    const receipt: Receipt = {
      ...{ sid, kind: 'paid', caller: 7, callee: 9001, startTime: 1, connectingTime: 2, endTime: 3 },
      ...{ seconds: 1, freeSeconds: 0, price: 60, gems: 60, reason: 'hangUp', rejectType: '' },
    };
    const [call, effects] = stepCall(over, { type: 'receipt', receipt });
    expect(call).toMatchObject({ status: DISCONNECTED, receipt });
    expect(names(effects)).toEqual(['settle']);
    expect(stepCall(connected, { type: 'receipt', receipt })[0]).toBe(connected);
  });
});

describe('the tab that owns the media', () => {
  test('may come back for some seconds after it is gone, then the call ends', () => {
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
  test('is no other tab', () => {
    expect(stepCall(connected, { type: 'owner-gone', tab: 'other', deviceNow: 1 })[0]).toBe(connected);
    expect(stepCall(answered, { type: 'media-connected', at, deviceNow: 1, tab: 'other' })[0]).toBe(answered);
  });
});

describe('a stream that is up again', () => {
  test.each([
    ['resumed in the picture', connected, true, ['heartbeat']],
    ['new in the picture', connected, false, ['accept']],
    ['new while it rings there', outgoing, false, ['accept']],
    ['new while it rings here', ringing, false, ['check']],
    ['resumed while it rings', ringing, true, []],
    ['new before the hub answered', initial, false, []],
    ['new after the end', over, false, []],
  ] as const)('%s', (_what, call, resumed, expected) => {
    expect(names(stepCall(call, { type: 'stream-up', resumed })[1])).toEqual(expected);
  });
  test('a later generation says that the peer answered', () => {
    expect(stepCall(outgoing, { type: 'accept-granted', sid, generation: 1 })[0]).toMatchObject({
      generation: 1,
      answered: true,
    });
    expect(stepCall(outgoing, { type: 'accept-granted', sid, generation: 0 })[0]?.answered).toBe(false);
  });
});

test('a state that an event is not for stays the very same', () => {
  const silent: readonly CallEvent[] = [
    { type: 'ready-granted', sid: 'other' },
    { type: 'declined', at },
    { type: 'answered', tab: 'tab' },
    { type: 'beat-heard', sid, meter: { at: 1, freeSecondsLeft: 0, seconds: 0, gems: 0, metering: false } },
  ];
  for (const event of silent) expect(stepCall(outgoing, event)).toEqual([outgoing, []]);
});
