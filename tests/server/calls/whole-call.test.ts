import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { readEnvelope } from '../../../contract/chat/message.ts';
import { readPayload } from '../../../contract/chat/payload.ts';
import { errorOf, hasId } from '../../edge/messages.ts';
import type { User } from '../../harness/api.ts';
import { type CallClient, callClient, shownOf } from '../../harness/calls/call-client.ts';
import { fakeGateway } from '../../harness/money/fake-gateway.ts';
import { type Backend, startWholeBackend } from '../../harness/servers/backend.ts';

const HOST = 9001;
const gateway = fakeGateway();
let backend: Backend;
let sam: User;
let asha: User;
let caller: CallClient;
let host: CallClient;
let tablet: CallClient;
beforeAll(async () => {
  backend = await startWholeBackend(inject('postgresUrl'), { gateway });
  [sam, asha] = [await backend.logIn(100_001), await backend.logIn(HOST)];
  caller = callClient(await backend.connect(sam));
  [host, tablet] = [callClient(await backend.connect(asha)), callClient(await backend.connect(asha))];
  // The free first call is used up, so the call costs gems from the first second.
  await backend.pool.query(`insert into allowance_use values ('first', 'uid:100001', 1, 'earlier')`);
});
afterAll(() => backend?.close());

const gems = async (user: User) => (await backend.call('account', { action: 1 }, user)).gemsBalance;
const offer = { kind: 'description', generation: 0, type: 'offer', sdp: 'v=0\r\n' } as const;
const candidate = (n: number) =>
  ({ kind: 'candidate', generation: 0, candidate: `candidate:${n}`, sdpMid: '0', sdpMLineIndex: 0 }) as const;

test('a call runs from request, ring, answer, signaling and media through a started minute to the end and its receipt', async () => {
  await expect
    .poll(async () => (await backend.pool.query('select 1 from online_stream where uid = $1', [HOST])).rowCount)
    .toBe(2);
  const before = await gems(sam);
  const hostsBefore = await gems(asha);
  const { sid, kind, price, freeSeconds, startTime } = await caller.hears('SessionRequest', '', {
    callee: HOST,
    kind: 'paid',
    source: 'wall',
    root: 'test',
    shown: shownOf(HOST),
  });
  expect({ kind, freeSeconds }).toEqual({ kind: 'paid', freeSeconds: 0 });

  caller.invite(sid, sam.id, HOST, startTime);
  const invitation = readEnvelope(await host.client.take('the invitation', hasId(sid)));
  expect(invitation && readPayload(invitation.type, invitation.body, invitation.x)).toMatchObject({
    kind: 'call',
    sid,
  });
  expect(invitation?.textAction).toBe('');

  const check = await host.hears('CallCheck', sid, {});
  expect(check).toMatchObject({ caller: { uid: sam.id, nickName: 'Sam (demo)' }, kind, price, startTime });
  expect(await backend.call('onlineStatus', { targetJid: [asha.jid] }, sam)).toEqual({
    onlineStatus: [{ jid: asha.jid, status: 'busy' }],
  });

  // The hub has already notified each device with the same data.
  for (const device of [host, tablet]) expect(await device.event('Ring')).toMatchObject({ sid, data: check });

  await caller.hears('WebRTCContent', sid, { signal: offer });
  const answer = await host.hears('CallReady', sid, {});
  expect(answer).toEqual({ relays: { servers: [], policy: 'all' }, signals: [offer] });
  expect((await caller.event('PeerAnswered')).data.relays.policy).toBe('all');
  const elsewhere = await tablet.event('AnsweredElsewhere');
  expect(elsewhere.sid).toBe(sid);
  expect((await tablet.ask('CallReady', sid, {})).refusal).toBe('answered');

  for (let n = 0; n < 40; n += 1) void caller.ask('WebRTCContent', sid, { signal: candidate(n) });
  for (let n = 0; n < 40; n += 1) expect((await host.event('WebRTCContent')).data.signal).toEqual(candidate(n));
  await host.hears('WebRTCContent', sid, { signal: { ...offer, type: 'answer' } });
  await caller.event('WebRTCContent');
  expect((await tablet.ask('WebRTCContent', sid, { signal: offer })).refusal).toBe('closed');
  expect(tablet.told()).toEqual([]);

  await caller.hears('SessionSuccess', sid, {});
  expect(await gems(sam)).toBe(before);
  await host.hears('SessionSuccess', sid, {});
  expect(await gems(sam)).toBe(before - price);
  const beat = await caller.hears('SessionHeartbeat', sid, { flowing: true });
  expect(beat).toMatchObject({ freeSecondsLeft: 0, gems: price, metering: true });
  expect(Math.ceil((beat.secondsLeft ?? 0) / 60)).toBe(Math.floor(before / price));
  const hers = await host.hears('SessionHeartbeat', sid, { flowing: true });
  expect(hers).toMatchObject({ gems: Math.floor(price * 0.6) });
  expect('secondsLeft' in hers).toBe(false);

  const { receipt } = await host.hears('SessionTerminate', sid, { reason: 'hangUp', rejectType: '' });
  expect(receipt).toMatchObject({ sid, kind: 'paid', gems: 0, fairStart: true, reason: 'hangUp', price });
  const ended = await caller.event('SessionTerminate');
  expect(ended.data).toMatchObject({ reason: 'hangUp', receipt: { sid, gems: 0, fairStart: true } });
  await tablet.event('SessionTerminate');
  // The call ended in its fair start.
  expect(await gems(sam)).toBe(before);
  expect(await gems(asha)).toBe(hostsBefore);
  expect((await caller.ask('SessionHeartbeat', sid, { flowing: true })).refusal).toBe('sid-non-existent');
  const { receipts, complete } = await caller.hears('CallRecords', '', { since: 0 });
  expect(receipts.map((one) => one.sid)).toEqual([sid]);
  expect(complete).toBe(true);
});

test('a user cannot invite to a call in the name of another user', async () => {
  host.invite('forged-invitation----', HOST + 1, sam.id, 1);
  caller.invite('foreign-invitation---', 9002, HOST, 1);
  for (const [who, id] of [
    [host, 'forged-invitation----'],
    [caller, 'foreign-invitation---'],
  ] as const) {
    expect(errorOf(await who.client.take('the refusal', hasId(id)))).toBe('not-allowed/cancel/not-allowed');
  }
});

test('a payment webhook sends ReChargeSuccess with the balance to every stream of the payer, and to no other user', async () => {
  const second = callClient(await backend.connect(sam));
  const before = await gems(sam);
  const { extend_info } = await backend.call('paymentChannels', {}, sam);
  const pack = extend_info.skus.find(({ sku }) => sku === 'g300');
  const order = { priceId: pack?.priceId, channel: 'hosted', scene: {} };
  const { orderId } = await backend.call('createOrder', order, sam, 'a-purchase-over-a-stream');
  const [ref = ''] = gateway.refsOf(orderId);
  gateway.pay(ref);
  const { raw, headers } = gateway.webhook(ref);
  for (let twice = 0; twice < 2; twice += 1) {
    const answer = await fetch(`${backend.url}/webhook/demo`, { method: 'POST', headers, body: raw });
    expect(answer.status).toBe(200);
  }
  for (const device of [caller, second]) {
    expect(await device.event('ReChargeSuccess')).toEqual({
      name: 'ReChargeSuccess',
      sid: '',
      data: { gemsBalance: before + 300 },
    });
  }
  expect(await gems(sam)).toBe(before + 300);
  expect([caller, second, host, tablet].flatMap((device) => device.told())).not.toContain('ReChargeSuccess');
});
