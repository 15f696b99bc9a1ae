import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { CALL_STATUS, type CallReceipt } from '#contract/calls/calls.ts';
import { CALL_HEARTBEAT_INTERVAL_MS, CALL_OWNER_GRACE_MS, CALL_SETUP_TIMEOUT_MS } from '#contract/calls/rules.ts';
import type { Result } from '#contract/result.ts';
import { session } from '../support/databases.ts';
import { callsWith, SID } from '../support/hub.ts';
import { ATTACKER, self } from '../support/stanzas.ts';

const terms = { kind: 'paid', price: 60, freeSeconds: 0, startTime: 1_700_000_000_000 } as const;
const SHOWN = { price: 60, freeSeconds: 0, silver: 0 };
const relays = { servers: [], policy: 'all' } as const;
const person = { uid: 9001, nickName: 'Asha', avatarUrl: '', country: 'IN', lang: 'hi' };
const receipt: CallReceipt = {
  sid: SID,
  kind: 'paid',
  caller: self.uid,
  callee: 9001,
  startTime: 10,
  connectingTime: 20,
  endTime: 30,
  seconds: 61,
  freeSeconds: 0,
  price: 60,
  gems: 120,
  reason: 'hangUp',
  rejectType: '',
};
const willing = {
  SessionRequest: () => ({ sid: SID, ...terms }),
  CallCheck: () => ({ caller: person, ...terms }),
  CallReady: () => ({ relays: { servers: [], policy: 'all' as const } }),
  CallAccept: () => ({ relays: { servers: [], policy: 'all' as const }, generation: 1 }),
  SessionHeartbeat: () => ({ secondsLeft: 90, freeSecondsLeft: 0, seconds: 5, ms: 0, gems: 60, metering: true }),
  SessionTerminate: () => ({ receipt }),
};
/** For `keeping`: a hub that gives the caller relays while it rings, and the callee the caller's offer. */
const ringingRelays = { servers: [{ urls: ['turn:relay.test'] }], policy: 'relay' as const };
const offer = { kind: 'description' as const, generation: 0, type: 'offer' as const, sdp: 'v=0\r\n' };
const keeping = {
  ...willing,
  SessionRequest: () => ({ sid: SID, ...terms, relays: ringingRelays }),
  CallReady: () => ({ relays: { servers: [], policy: 'all' as const }, signals: [offer] }),
};
/** A hub without calls. */
const forgetful = { ...willing, CallCheck: () => 'sid-non-existent' as const };
const { CONNECTING, CONNECTED, DISCONNECTED, FAILED, CALLIN } = CALL_STATUS;

// Fakes timers only, because the in-memory database needs real immediates.
beforeEach(
  () => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] }),
);
afterEach(() => void vi.useRealTimers());

async function talking(over: Parameters<typeof callsWith>[0] = {}) {
  const world = await callsWith({ ...willing, ...over });
  expect((await world.commands.call('tab', 9001, 'Asha', 'paid', 'wall', SHOWN)).ok).toBe(true);
  await vi.waitUntil(async () => (await world.row())?.sid === SID);
  world.tell({ name: 'PeerAnswered', sid: SID, data: { relays: { servers: [], policy: 'all' } } });
  await world.commands.reportMedia('tab', { what: 'connected' });
  await vi.waitUntil(async () => (await world.row())?.status === CONNECTED);
  return world;
}

test('closing the screen after a call reports its duration once, and none for an unconnected call', async () => {
  const { commands, row, left, tracked } = await talking();
  await commands.dismissCall();
  expect(left).toEqual([]);
  vi.setSystemTime(Date.now() + 40_000);
  await commands.hangUp();
  await vi.waitUntil(async () => (await row())?.status === DISCONNECTED);
  const { connectingTime = 0, endTime = 0 } = (await row()) ?? {};
  for (let times = 0; times < 2; times += 1) await commands.dismissCall();
  expect(left).toEqual([[9001, endTime - connectingTime]]);
  expect(tracked).toMatchObject([
    ['call_attempt', { anchor_id: 9001, source: 'wall', root: 'wall', paid_user_free_call: false }],
    ['call_end', { '#duration': (endTime - connectingTime) / 1_000 }],
  ]);
  await commands.call('tab', 9001, 'Asha', 'paid', 'wall', SHOWN);
  await commands.hangUp();
  await commands.dismissCall();
  expect(left).toHaveLength(1);
});

describe('an outgoing call of the core', () => {
  test('an outgoing call asks the hub, invites by a chat message under the sid, and is shown', async () => {
    const { commands, row, chat, names } = await callsWith(willing);
    await commands.call('tab', 9001, 'Asha', 'paid', 'wall', SHOWN);
    await vi.waitUntil(async () => (await row())?.status === CONNECTING);
    expect(await row()).toMatchObject({ sid: SID, price: 60, ownerTab: 'tab', peer: { uid: 9001, nickName: 'Asha' } });
    await vi.waitUntil(async () => (await chat.outbox.count()) === 1);
    expect(await chat.outbox.toCollection().first()).toMatchObject({ stanzaId: SID, kind: 'message', tid: 'u_9001' });
    expect(await chat.messages.toCollection().first()).toMatchObject({ type: 10, state: 'success' });
    expect(names()).toEqual(['SessionRequest']);
  });
  test('an outgoing call that cannot start is reported with the reasons of product 5.2', async () => {
    const { commands, calls, app } = await callsWith(willing);
    const reason = (result: Result<unknown>) => (result.ok ? '' : result.error.code === 'call' && result.error.detail);
    const detail = async (uid: number) => reason(await commands.call('tab', uid, '', 'paid', 'wall', SHOWN));
    expect(await detail(0)).toBe('null jid');
    expect(await detail(9001)).toBe('');
    expect(await detail(9002)).toBe('one call allowed once');
    await commands.hangUp();
    calls.onStreamDown?.();
    expect(await detail(9001)).toBe('xmpp not connected');
    expect(reason(await commands.answerCall('tab'))).toBe('no sid');
    await app.state.delete('session');
    expect(await detail(9001)).toBe('no call inside main user');
  });
  test('an outgoing call that is unanswered for a minute fails with timeOut, and the hub is notified', async () => {
    const { commands, row, asked } = await callsWith(willing);
    await commands.call('tab', 9001, 'Asha', 'paid', 'wall', SHOWN);
    await vi.waitUntil(async () => (await row())?.status === CONNECTING);
    vi.advanceTimersByTime(CALL_SETUP_TIMEOUT_MS);
    await vi.waitUntil(async () => (await row())?.status === FAILED);
    expect((await row())?.reason).toBe('timeOut');
    expect(asked.at(-1)).toEqual(['SessionFail', { reason: 'timeOut', rejectType: 'on_call_timeout' }]);
  });
});

describe('a connected call of the core', () => {
  test('a connected call sends a heartbeat every five seconds and shows the meter', async () => {
    const { row, asked, commands } = await talking();
    await commands.reportMedia('tab', { what: 'flow', flowing: false, usable: true });
    vi.advanceTimersByTime(CALL_HEARTBEAT_INTERVAL_MS);
    await vi.waitUntil(async () => (await row())?.meter?.gems === 60);
    expect(asked.at(-1)).toEqual(['SessionHeartbeat', { flowing: false }]);
    expect((await row())?.meter).toMatchObject({ secondsLeft: 90, seconds: 5, metering: true });
  });
  test('hanging up stores the receipt, the record and the bubble', async () => {
    const { commands, row, chat } = await talking();
    await vi.waitUntil(async () => (await chat.messages.count()) === 1);
    await commands.hangUp();
    await vi.waitUntil(async () => (await row())?.receipt !== undefined);
    expect(await row()).toMatchObject({ status: DISCONNECTED, reason: 'hangUp', receipt });
    await vi.waitUntil(async () => (await chat.videocalls.get(SID))?.gems === 120);
    expect(await chat.videocalls.get(SID)).toMatchObject({
      direction: 'out',
      seconds: 61,
      nickName: 'Asha',
      seen: true,
    });
    const bubble = await chat.messages.toCollection().first();
    expect(bubble?.payload).toMatchObject({ kind: 'call', endTime: 30, reason: 'hangUp' });
  });
  test('the first heartbeat answered after an outage covers all the time since the previous one', async () => {
    const { calls, commands, asked, newStream } = await talking();
    const beat = async (flowing: boolean) => {
      await commands.reportMedia('tab', { what: 'flow', flowing, usable: true });
      vi.advanceTimersByTime(CALL_HEARTBEAT_INTERVAL_MS);
    };
    const beats = () => asked.filter(([name]) => name === 'SessionHeartbeat').map(([, data]) => data);
    calls.onStreamDown?.();
    await beat(false);
    await beat(true);
    newStream();
    await beat(true);
    await vi.waitUntil(() => beats().length === 2);
    expect(beats().at(-1)).toEqual({ flowing: false });
    await beat(true);
    await vi.waitUntil(() => beats().length === 3);
    expect(beats().at(-1)).toEqual({ flowing: true });
  });
  test('a heartbeat claims unusable media only if every report since the previous one did', async () => {
    const { commands, asked } = await talking();
    const beats = () => asked.filter(([name]) => name === 'SessionHeartbeat').map(([, data]) => data);
    const beat = async (...reports: readonly boolean[]) => {
      const before = beats().length;
      for (const usable of reports) await commands.reportMedia('tab', { what: 'flow', flowing: true, usable });
      vi.advanceTimersByTime(CALL_HEARTBEAT_INTERVAL_MS);
      await vi.waitUntil(() => beats().length > before);
      return beats().at(-1);
    };
    expect(await beat(false)).toEqual({ flowing: true, usable: false });
    // Without a report in between, the last one holds.
    expect(await beat()).toEqual({ flowing: true, usable: false });
    expect(await beat(false, true)).toEqual({ flowing: true });
    expect(await beat(true, false)).toEqual({ flowing: true });
    expect(await beat(false, false)).toEqual({ flowing: true, usable: false });
  });
  test('a call that ends while the server is unreachable is unsettled until the receipt arrives', async () => {
    const { calls, commands, row, chat, tell } = await talking();
    calls.onStreamDown?.();
    await commands.hangUp();
    await vi.waitUntil(async () => (await chat.videocalls.count()) === 1);
    expect(await chat.videocalls.get(SID)).toMatchObject({ isUnsettled: true });
    expect((await row())?.receipt).toBeUndefined();
    tell({ name: 'SessionFail', sid: SID, data: { reason: 'heartbeatLost', rejectType: '', receipt } });
    await vi.waitUntil(async () => (await chat.videocalls.get(SID))?.gems === 120);
    expect((await chat.videocalls.get(SID))?.isUnsettled ?? false).toBe(false);
    expect(await row()).toMatchObject({ receipt });
  });
  test('the media switches are stored in the call row for the next tab, and only the owner sets them', async () => {
    const { commands, row } = await talking();
    const off = { what: 'switched', microphoneOff: true, cameraOff: true } as const;
    expect((await commands.reportMedia('other', off)).ok).toBe(false);
    expect((await row())?.microphoneOff ?? false).toBe(false);
    await commands.reportMedia('tab', off);
    await commands.rejoinCall('other');
    expect(await row()).toMatchObject({ ownerTab: 'other', microphoneOff: true, cameraOff: true });
    await commands.reportMedia('other', { ...off, cameraOff: false });
    expect(await row()).toMatchObject({ microphoneOff: true, cameraOff: false });
  });
  test('another tab may hang up, but does not control the media', async () => {
    const { commands, row } = await talking();
    expect((await commands.sendSignal('other', { kind: 'ready', generation: 0 })).ok).toBe(false);
    expect((await commands.callRelays('other')).ok).toBe(false);
    expect(await commands.callRelays('tab')).toEqual({ ok: true, value: { ...relays, sid: SID, signals: [] } });
    await commands.hangUp();
    expect((await row())?.status).toBe(DISCONNECTED);
  });
  test('a closed owner tab has five seconds to come back', async () => {
    const { tabGone, row, commands } = await talking();
    tabGone('tab');
    await vi.waitUntil(async () => ((await row())?.rejoinUntil ?? 0) > 0);
    expect((await commands.rejoinCall('other')).ok).toBe(true);
    expect(await row()).toMatchObject({ ownerTab: 'other', generation: 1, rejoinUntil: 0 });
    tabGone('other');
    vi.advanceTimersByTime(CALL_OWNER_GRACE_MS);
    await vi.waitUntil(async () => (await row())?.status === DISCONNECTED);
    expect((await row())?.reason).toBe('ownerGone');
  });
  test('a tab that rejoins before the stream of the next core is up gets relays and a new generation once it was resumed', async () => {
    const { app } = await talking();
    const next = await callsWith(willing, app);
    next.calls.onStreamDown?.();
    expect((await next.commands.rejoinCall('other')).ok).toBe(false);
    await next.calls.onSignedIn?.(session);
    expect((await next.commands.rejoinCall('other')).ok).toBe(true);
    expect((await next.commands.callRelays('other')).ok).toBe(false);
    next.resumeStream();
    expect(await next.commands.callRelays('other')).toEqual({ ok: true, value: { ...relays, sid: SID, signals: [] } });
    await vi.waitUntil(async () => (await next.row())?.generation === 1);
  });
  test('a tab has the whole grace period after the start of the next core, which a slow reload may delay', async () => {
    const { app, tabGone, row } = await talking();
    tabGone('tab');
    await vi.waitUntil(async () => ((await row())?.rejoinUntil ?? 0) > 0);
    vi.setSystemTime(Date.now() + 2 * CALL_OWNER_GRACE_MS);
    const next = await callsWith(willing, app);
    await next.calls.onSignedIn?.(session);
    vi.advanceTimersByTime(CALL_OWNER_GRACE_MS - 1);
    expect((await next.commands.rejoinCall('other')).ok).toBe(true);
    expect(await next.row()).toMatchObject({ ownerTab: 'other', rejoinUntil: 0 });
  });
  test('signals are stored for the page, and those that it has applied are deleted', async () => {
    const { app, tell, commands } = await talking();
    for (const generation of [0, 0, 0])
      tell({ name: 'WebRTCContent', sid: SID, data: { signal: { kind: 'ready', generation } } });
    await vi.waitUntil(async () => (await app.callSignals.count()) === 3);
    const rows = await app.callSignals.toArray();
    await commands.takeSignals('tab', rows[1]?.id ?? 0);
    expect(await app.callSignals.count()).toBe(1);
  });
});

describe('an incoming call of the core', () => {
  test('an incoming call rings once the hub has named the caller, and answering accepts it', async () => {
    const { invite, row, commands, names } = await callsWith(willing);
    invite();
    await vi.waitUntil(async () => (await row())?.status === CALLIN);
    expect(await row()).toMatchObject({ peer: { uid: 9001, nickName: 'Asha' }, ownerTab: '' });
    await commands.answerCall('tab');
    await vi.waitUntil(async () => (await row())?.answered === true);
    expect(names()).toEqual(['CallCheck', 'CallReady']);
  });
  test("an incoming call rings on the hub's request, and ignores the invitation that follows, and one after the end", async () => {
    const { invite, tell, row, commands, names } = await callsWith(forgetful);
    expect(tell({ name: 'Ring', sid: SID, data: { caller: person, ...terms } }, ATTACKER)).toBe(false);
    tell({ name: 'Ring', sid: SID, data: { caller: person, ...terms } });
    await vi.waitUntil(async () => (await row())?.status === CALLIN);
    expect(await row()).toMatchObject({ ...terms, sid: SID, peer: { uid: 9001, nickName: 'Asha' }, ownerTab: '' });
    invite();
    await commands.declineCall('');
    invite();
    tell({ name: 'Ring', sid: SID, data: { caller: person, ...terms } });
    await vi.waitUntil(async () => (await row())?.status === DISCONNECTED);
    expect(names()).toEqual(['SessionTerminate']);
  });
  test("an answered call passes the caller's offer to the page at once", async () => {
    const { tell, row, commands } = await callsWith(keeping);
    tell({ name: 'Ring', sid: SID, data: { caller: person, ...terms } });
    await vi.waitUntil(async () => (await row())?.status === CALLIN);
    const answering = commands.answerCall('tab');
    expect(await commands.callRelays('tab')).toMatchObject({ value: { sid: SID, signals: [{ signal: offer }] } });
    expect((await answering).ok).toBe(true);
  });
  test("an outgoing call gets relays with the hub's grant, and its signals are sent before the answer", async () => {
    const { commands, asked, tell } = await callsWith(keeping);
    void commands.call('tab', 9001, 'Asha', 'paid', 'wall', SHOWN);
    await vi.waitUntil(() => asked.length > 0);
    expect(await commands.callRelays('tab')).toEqual({ ok: true, value: { ...ringingRelays, sid: SID, signals: [] } });
    const signal = { kind: 'ready', generation: 0 } as const;
    expect((await commands.sendSignal('tab', signal)).ok).toBe(true);
    expect(asked.at(-1)).toEqual(['WebRTCContent', { signal }]);
    tell({ name: 'PeerAnswered', sid: SID, data: { relays: { servers: [], policy: 'all' } } });
    expect(await commands.callRelays('tab')).toEqual({ ok: true, value: { ...relays, sid: SID, signals: [] } });
  });
  test('an incoming call does not ring when the hub does not know its invitation', async () => {
    const { invite, row, names } = await callsWith(forgetful);
    invite();
    await vi.waitUntil(() => names().includes('CallRecords'));
    expect(await row()).toBeUndefined();
  });
  test('an incoming call is declined with a message, which is sent, and the hub is notified', async () => {
    const { invite, row, commands, said, asked } = await callsWith(willing);
    invite();
    await vi.waitUntil(async () => (await row())?.status === CALLIN);
    await commands.declineCall('Later?');
    expect(said).toEqual([[9001, 'Later?']]);
    expect(asked.at(-1)).toEqual(['SessionTerminate', { reason: 'decline', rejectType: 'on_call_refuse' }]);
  });
  test('a call cancelled by the caller is a missed call', async () => {
    const { invite, row, tell, chat } = await callsWith(willing);
    invite();
    await vi.waitUntil(async () => (await row())?.status === CALLIN);
    tell({ name: 'SessionTerminate', sid: SID, data: { reason: 'cancel', rejectType: 'on_call_cancel' } });
    await vi.waitUntil(async () => (await chat.videocalls.count()) === 1);
    expect(await chat.videocalls.get(SID)).toMatchObject({ direction: 'in', reason: 'cancel', seen: false });
  });
});

describe('a message that imitates the hub', () => {
  test.each([ATTACKER, `${self.services.hub}/x`, self.services.gate, self.bare])(
    'a message from %s ends no call',
    async (from) => {
      const { tell, row } = await talking();
      const before = await row();
      const end = { reason: 'hangUp', rejectType: '' } as const;
      expect(tell({ name: 'SessionTerminate', sid: SID, data: end }, from)).toBe(false);
      expect(tell({ name: 'PeerAnswered', sid: SID, data: { relays: { servers: [], policy: 'all' } } }, from)).toBe(
        false,
      );
      expect(await row()).toEqual(before);
    },
  );
  test('the hub ends no call with an unknown sid', async () => {
    const { tell, row } = await talking();
    const sid = 'another_sid_of_21_cha';
    expect(tell({ name: 'SessionTerminate', sid, data: { reason: 'hangUp', rejectType: '' } })).toBe(true);
    expect((await row())?.status).toBe(CONNECTED);
  });
});

test('gems bought elsewhere refresh the account, also without a call, and not by a forged report', async () => {
  const { tell, recharges } = await callsWith({});
  const event = { name: 'ReChargeSuccess', sid: '', data: { gemsBalance: 900 } } as const;
  expect(tell(event, ATTACKER)).toBe(false);
  expect(recharges()).toBe(0);
  expect(tell(event)).toBe(true);
  expect(recharges()).toBe(1);
});

test('missed call records are fetched once, and mark the missed calls', async () => {
  const missed: CallReceipt = {
    ...receipt,
    caller: 9001,
    callee: self.uid,
    connectingTime: 0,
    reason: 'timeOut',
    gems: 0,
  };
  const since: number[] = [];
  const world = await callsWith({
    CallRecords(asked) {
      since.push(asked.since);
      return { receipts: asked.since < missed.endTime ? [missed] : [], complete: true };
    },
  });
  world.newStream();
  await vi.waitUntil(async () => (await world.chat.sync.get('calls')) !== undefined);
  expect(await world.chat.videocalls.get(SID)).toMatchObject({ direction: 'in', reason: 'timeOut', seen: false });
  world.newStream();
  await vi.waitUntil(() => since.length === 2);
  expect(since).toEqual([0, missed.endTime]);
  await world.commands.seeCallRecords();
  expect((await world.chat.videocalls.get(SID))?.seen).toBe(true);
});
