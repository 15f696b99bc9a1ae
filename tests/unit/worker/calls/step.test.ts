import { describe, expect, test } from 'vitest';
import { CALL_REASONS } from '#contract/calls/calls.ts';
import { HUB_REFUSALS, type HubRefusal } from '#contract/calls/hub.ts';
import { CALL_HEARTBEAT_INTERVAL_MS, CALL_RESTART_GRACE_MS, CALL_SETUP_TIMEOUT_MS } from '#contract/calls/rules.ts';
import type { CallEvent } from '../../../../worker/calls/machine.ts';
import { BEATS_LOST_AFTER_MS, stepCall } from '../../../../worker/calls/step.ts';
import {
  answered,
  at,
  CALLIN,
  CONNECTED,
  CONNECTING,
  connected,
  DISCONNECTED,
  dialled,
  FAILED,
  failed,
  hub,
  INITIAL,
  initial,
  names,
  outgoing,
  over,
  peer,
  relays,
  ringing,
  sid,
  taken,
  terms,
  told,
} from './samples.ts';

describe('an outgoing call', () => {
  test('an outgoing call asks the hub, invites, waits for the answer and becomes connected', () => {
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
    expect(names(last)).toEqual(['unschedule', 'tell', 'beat', 'heartbeat']);
    expect(told(last)).toEqual([['SessionSuccess', {}]]);
  });

  const REFUSED: Record<HubRefusal, readonly [string, string]> = {
    'gems-insufficient': ['Gems insufficient', 'on_call_insuffic'],
    'spend-limit': ['spendLimit', ''],
    locked: ['moneyLocked', ''],
    'silver-insufficient': ['silverInsufficient', ''],
    busy: ['busy', 'on_call_busy'],
    offline: ['offline', 'on_call_offline'],
    'not-taking': ['notTaking', ''],
    blocked: ['blocked', 'on_call_blocked'],
    self: ['sendSession Unknown error', ''],
    'not-anchor': ['sendSession Unknown error', ''],
    'one-call': ['one call allowed once', ''],
    'no-allowance': ['noAllowance', ''],
    'sid-non-existent': ['sendSession Unknown error', ''],
    answered: ['sendSession Unknown error', ''],
    rate: ['sendSession Unknown error', ''],
    closed: ['sendSession Unknown error', ''],
    age: ['sendSession Unknown error', ''],
    'price-changed': ['priceChanged', ''],
  };
  test('an outgoing call at a changed price ends with the current price, and sends no second request', () => {
    const event = { type: 'request-refused', at, id: 'id', refusal: 'price-changed', newPrice: 80 } as const;
    const [call, effects] = stepCall(initial, event);
    expect(call).toMatchObject({ status: FAILED, reason: 'priceChanged', price: 80, sid: '' });
    expect(names(effects)).not.toContain('request');
  });

  test.each([...HUB_REFUSALS, undefined])(
    'an outgoing call that is refused as %s fails with a reason of product 8.2',
    (refusal) => {
      const [call, effects] = stepCall(initial, { type: 'request-refused', at, id: 'id', refusal });
      const [reason, rejectType] = refusal ? REFUSED[refusal] : ['sendSession Unknown error', ''];
      expect(call).toMatchObject({ status: FAILED, reason, rejectType, endTime: at });
      expect(names(effects)).toEqual(['stop', 'record']);
    },
  );

  test('an outgoing call fails with invitationError and notifies the hub when its invitation is refused', () => {
    const [call, effects] = stepCall(outgoing, { type: 'invitation-refused', at, sid });
    expect(call).toMatchObject({ status: FAILED, reason: 'invitationError' });
    expect(told(effects)).toEqual([['SessionFail', { reason: 'invitationError', rejectType: '' }]]);
  });

  test('an outgoing call that is cancelled while the hub is being asked leaves no session behind', () => {
    const [call] = stepCall(initial, { type: 'hung-up', at });
    expect(call).toMatchObject({ status: FAILED, reason: 'cancel' });
    const [after, effects] = stepCall(call, { type: 'request-granted', id: 'id', sid, ...terms });
    expect(after?.status).toBe(FAILED);
    expect(told(effects)).toEqual([['CallCancel', {}]]);
  });
});

describe('an incoming call', () => {
  test('an incoming call rings only after the hub has named the caller', () => {
    const [noCall, effects] = stepCall(undefined, { type: 'invited', sid, peer });
    expect(noCall).toBeUndefined();
    expect(effects).toEqual([{ type: 'check', sid, peer }]);
    const [rings] = stepCall(undefined, { type: 'check-passed', id: 'in', sid, peer, ...terms });
    expect(rings).toMatchObject({ status: CALLIN, direction: 'in', ownerTab: '', peer });
  });
  const failedCheck = { type: 'check-failed', at, id: 'in', sid, peer } as const;
  test.each(['sid-non-existent', undefined] as const)(
    'an incoming call never rings, and is recorded, when its check fails with %s',
    (refusal) => {
      const [call, effects] = stepCall(undefined, { ...failedCheck, refusal });
      expect(call).toBeUndefined();
      expect(effects).toMatchObject([
        {
          type: 'record',
          call: { sid, peer, direction: 'in', status: FAILED, reason: 'callInSessionFail', endTime: at },
        },
        { type: 'fetch-records' },
      ]);
    },
  );
  test('an incoming call that another device has already answered is not a failure', () => {
    expect(stepCall(undefined, { ...failedCheck, refusal: 'answered' })[1]).toEqual([{ type: 'fetch-records' }]);
  });
  test('a ringing call that no longer exists after a new stream ends as callInSessionFail', () => {
    expect(stepCall(ringing, { ...failedCheck, refusal: 'sid-non-existent' })[0]).toMatchObject({
      status: FAILED,
      reason: 'callInSessionFail',
    });
  });
  test('an answered call goes to CONNECTING and asks for relay servers', () => {
    const [call, effects] = stepCall(ringing, { type: 'answered', tab: 'tab' });
    expect(call).toMatchObject({ status: CONNECTING, ownerTab: 'tab', answered: false });
    expect(names(effects)).toEqual(['ready', 'schedule']);
    expect(stepCall(call, { type: 'ready-granted', sid })[0]?.answered).toBe(true);
  });
  test.each([
    ['answered', DISCONNECTED, 'answeredElsewhere'],
    ['sid-non-existent', FAILED, 'sidNonExistent'],
    ['rate', FAILED, 'SessionFail'],
  ] as const)('an incoming call ends when its answer is refused as %s', (refusal, status, reason) => {
    const [waiting] = stepCall(ringing, { type: 'answered', tab: 'tab' });
    expect(stepCall(waiting, { type: 'ready-refused', at, sid, refusal })[0]).toMatchObject({ status, reason });
  });
  test('a declined call notifies the hub', () => {
    const [call, effects] = stepCall(ringing, { type: 'declined', at });
    expect(call).toMatchObject({ status: DISCONNECTED, reason: 'decline', rejectType: 'on_call_refuse' });
    expect(told(effects)).toEqual([['SessionTerminate', { reason: 'decline', rejectType: 'on_call_refuse' }]]);
  });
  test('a call that is answered on another device stops ringing here, but not on the answering one', () => {
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
    ['in a connected call', connected, DISCONNECTED, 'hangUp', 'SessionTerminate'],
    ['while it rings here', ringing, DISCONNECTED, 'decline', 'SessionTerminate'],
    ['once taken', taken, DISCONNECTED, 'hangUp', 'SessionTerminate'],
  ] as const)('hanging up %s sends the matching action and records the call', (_when, call, status, reason, action) => {
    const [next, effects] = stepCall(call, { type: 'hung-up', at });
    expect(next).toMatchObject({ status, reason, endTime: at });
    expect(told(effects)[0]?.[0]).toBe(action);
    expect(names(effects)).toContain('record');
  });

  test.each([
    ['rings there', outgoing],
    ['rings here', ringing],
    ['negotiates', answered],
  ] as const)('a call that %s for a minute fails with timeOut', (_what, call) => {
    const [next, effects] = stepCall(call, { type: 'setup-due', at, id: 'id' });
    expect(next).toMatchObject({ status: FAILED, reason: 'timeOut', rejectType: 'on_call_timeout' });
    expect(told(effects)).toEqual([['SessionFail', { reason: 'timeOut', rejectType: 'on_call_timeout' }]]);
    expect(stepCall(connected, { type: 'setup-due', at, id: 'id' })[0]).toBe(connected);
    expect(stepCall(call, { type: 'setup-due', at, id: 'an earlier call' })[0]).toBe(call);
  });

  test.each(['sdp fail', 'mediaFail', 'mediaDenied', 'noCodec'] as const)(
    'media that reports %s fails the call',
    (reason) => {
      const [next] = stepCall(answered, { type: 'media-failed', at, tab: 'tab', reason });
      expect(next).toMatchObject({ status: FAILED, reason });
      expect(stepCall(answered, { type: 'media-failed', at, tab: 'another', reason })[0]).toBe(answered);
    },
  );

  test.each(CALL_REASONS)('the hub ends the call with %s', (reason) => {
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
  test('a heartbeat with an unknown call ends the call, other failures do not', () => {
    const beat = (refusal: HubRefusal | undefined): CallEvent => ({ type: 'beat-refused', at, sid, refusal });
    expect(stepCall(connected, beat('sid-non-existent'))[0]?.reason).toBe('sidNonExistent');
    expect(stepCall(connected, beat(undefined))[0]).toBe(connected);
    expect(names(stepCall(connected, beat('closed'))[1])).toEqual(['accept']);
  });
  test('a call is lost after three unanswered heartbeats, and survives a server restart without a stream', () => {
    const due = (deviceNow: number, upSince = 1): CallEvent => ({ type: 'beat-due', at, deviceNow, upSince });
    const lost = { status: FAILED, reason: 'heartbeatLost' };
    expect(BEATS_LOST_AFTER_MS).toBe(3 * CALL_HEARTBEAT_INTERVAL_MS);
    expect(names(stepCall(connected, due(50 + BEATS_LOST_AFTER_MS))[1])).toEqual(['heartbeat']);
    expect(stepCall(connected, due(51 + BEATS_LOST_AFTER_MS))[0]).toMatchObject(lost);
    expect(names(stepCall(connected, due(50 + CALL_RESTART_GRACE_MS, 0))[1])).toEqual(['heartbeat']);
    expect(stepCall(connected, due(51 + CALL_RESTART_GRACE_MS, 0))[0]).toMatchObject(lost);
    // A stream that has just come back has its own three intervals.
    const back = 40_000;
    expect(names(stepCall(connected, due(back + BEATS_LOST_AFTER_MS, back))[1])).toEqual(['heartbeat']);
    expect(stepCall(connected, due(back + BEATS_LOST_AFTER_MS + 1, back))[0]).toMatchObject(lost);
  });
});

describe('one call at a time', () => {
  test.each([initial, outgoing, ringing, connected])('a running call is not replaced', (call) => {
    expect(stepCall(call, { ...dialled, id: 'second' })).toEqual([call, []]);
    expect(stepCall(call, { type: 'invited', sid: 'other', peer })).toEqual([call, []]);
    expect(stepCall(call, { type: 'check-passed', id: 'x', sid: 'other', peer, ...terms })).toEqual([call, []]);
    expect(stepCall(call, { type: 'dismissed' })).toEqual([call, []]);
  });
  test.each([over, failed])('a new call replaces one that has ended', (call) => {
    expect(stepCall(call, { ...dialled, id: 'second' })[0]).toMatchObject({ id: 'second', status: INITIAL });
    expect(stepCall(call, { type: 'dismissed' })[0]).toBeUndefined();
  });
});
