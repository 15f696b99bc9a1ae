import xml from '@xmpp/xml';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { writeGiftRequest } from '../../../contract/gifts/buy.ts';
import type { GiftOrder } from '../../../contract/gifts/gift.ts';
import { PUSH_RULES, type PushKind } from '../../../contract/push/kinds.ts';
import { enqueueOfficialMessage } from '../../../server/domains/chat/service-outbox/enqueue.ts';
import { hasId } from '../../edge/messages.ts';
import type { User } from '../../harness/api.ts';
import { callClient, shownOf } from '../../harness/calls/call-client.ts';
import { type FakeGateway, fakeGateway } from '../../harness/money/fake-gateway.ts';
import type { RawClient } from '../../harness/raw-client.ts';
import { DOMAIN } from '../../harness/servers/xmpp-server.ts';
import { type Closed, type ClosedApps, startClosedApps } from './closed-app.ts';

const BEN = 264_457_002;
let at: ClosedApps;
let gateway: FakeGateway;
let ben: User;
let bens: RawClient;
beforeAll(async () => {
  gateway = fakeGateway();
  at = await startClosedApps(inject('postgresUrl'), { gateway });
  ben = await at.backend.logIn(BEN);
  bens = await at.backend.connect(ben);
});
afterAll(() => at?.close());
beforeEach(() => {
  at.service.received.length = 0;
});
const topicsOf = new Set<string>();

/** A host whose app is closed. */
async function host(uid: number): Promise<Closed> {
  const user = await at.backend.logIn(uid);
  return { user, browser: await at.subscribe(user) };
}
let orders = 0;
async function giveTo(uid: number): Promise<string> {
  orders += 1;
  const op = `teller${orders}`.padEnd(21, '_');
  const data: GiftOrder = {
    op,
    gift: 'rose',
    price: 10,
    to: uid,
    count: 1,
    where: 'chat',
    sid: '',
    combo: op,
    ask: '',
    lock: '',
  };
  const request = writeGiftRequest({ name: 'GiftBuy', data });
  bens.send(xml('iq', { xmlns: 'jabber:client', type: 'set', id: op, to: `gift.${DOMAIN}` }, request));
  const answer = await bens.take('the purchase', hasId(op));
  return answer.attrs['type'] ?? '';
}
const change = (user: User, targetUid: number, action: string) =>
  at.backend.call('changeRelation', { targetUid, action }, user);
async function missedBy({ user }: Closed): Promise<void> {
  // The host is online when the call begins and offline when it ends, and the end causes the push.
  const hosts = await at.backend.connect(user);
  const caller = callClient(bens);
  const { sid } = await caller.hears('SessionRequest', '', {
    callee: user.id,
    kind: 'paid',
    source: '',
    root: '',
    shown: shownOf(user.id),
  });
  await at.leave(hosts, user.id);
  await caller.hears('CallCancel', sid, {});
}
async function buy({ user }: Closed): Promise<string> {
  const { extend_info } = await at.backend.call('paymentChannels', {}, user);
  const priceId = extend_info.skus.find(({ sku }) => sku === 'g300')?.priceId;
  orders += 1;
  const wish = { priceId, channel: 'hosted', scene: { source: 'store' } };
  const { orderId } = await at.backend.call('createOrder', wish, user, `teller-order-${orders}`);
  gateway.pay(gateway.refsOf(orderId)[0] ?? '');
  await at.backend.call('payOrderStatus', { orderId }, user);
  return orderId;
}
const official = (to: number) => at.db.transaction((tx) => enqueueOfficialMessage(tx, to, 'The team says hello'));

/** Returns what was pushed to the devices of this user: kinds, and the fields of their tags. */
async function toldTo({ user, browser }: Closed) {
  await at.settled(user.id);
  return at
    .pushesTo(browser)
    .map(({ payload: { k, t, u, o } }) => ({ k, ...(t && { t }), ...(u && { u }), ...(o && { o }) }));
}
/** Expects one push with the urgency, time to live and tag of its kind. */
async function isOfKind({ user, browser }: Closed, kind: PushKind, about: object): Promise<void> {
  const [push, ...more] = at.pushesTo(browser);
  expect([push?.payload.k, more]).toEqual([kind, []]);
  const { urgency, keptForMs, tag } = PUSH_RULES[kind];
  expect(push?.headers['urgency']).toBe(urgency);
  const ttl = Number(push?.headers['ttl']);
  expect(ttl).toBeLessThanOrEqual(keptForMs / 1_000);
  expect(ttl).toBeGreaterThan(keptForMs / 1_000 - 60);
  expect(push?.headers['topic']).toMatch(/^[\w-]{32}$/);
  const jobs = await at.rows<{ tag: string; kind: string }>('select tag, kind from push_job where uid = $1', [user.id]);
  expect(jobs).toEqual([{ kind, tag: tag(about) }]);
  // Topics of two tags or of two users are never the same.
  expect(topicsOf.has(push?.headers['topic'] ?? '')).toBe(false);
  topicsOf.add(push?.headers['topic'] ?? '');
}

describe('a single push of the right kind', () => {
  test('a gift is pushed once to its host', async () => {
    const asha = await host(9010);
    expect(await giveTo(9010)).toBe('result');
    expect(await toldTo(asha)).toEqual([{ k: 'gift', t: `u_${BEN}` }]);
    await isOfKind(asha, 'gift', { tid: `u_${BEN}` });
  });

  test('a friend request is pushed once, even when it is repeated', async () => {
    const one = await at.person();
    await change(ben, one.user.id, 'request');
    await change(ben, one.user.id, 'request');
    expect(await toldTo(one)).toMatchObject([{ k: 'friend', u: BEN }]);
    await isOfKind(one, 'friend', {});
  });

  test('an accepted friend request is pushed as a message, only to the user who asked', async () => {
    const [one, other] = [await at.person(), await at.person()];
    await change(one.user, other.user.id, 'request');
    await at.settled(other.user.id);
    await change(other.user, one.user.id, 'accept');
    expect(await toldTo(one)).toMatchObject([{ k: 'message', t: `u_${other.user.id}` }]);
    await isOfKind(one, 'message', { tid: `u_${other.user.id}` });
    expect(await toldTo(other)).toMatchObject([{ k: 'friend' }]);
  });

  test('the result of a payment is pushed once to the payer', async () => {
    const payer = await at.person();
    const order = await buy(payer);
    const told = await toldTo(payer);
    expect(told.filter(({ k }) => k === 'payment')).toEqual([{ k: 'payment', o: order }]);
    expect(told).toHaveLength(1);
    await isOfKind(payer, 'payment', { order });
  });

  test('a missed call is pushed once to its host', async () => {
    const asha = await host(9011);
    await missedBy(asha);
    // The ringing was pushed, too.
    const told = await toldTo(asha);
    expect(told.filter(({ k }) => k !== 'call')).toMatchObject([{ k: 'missed', t: `u_${BEN}`, u: BEN }]);
    const push = at.pushesTo(asha.browser).find(({ payload }) => payload.k === 'missed');
    expect(push?.headers).toMatchObject({ urgency: 'normal', ttl: expect.stringMatching(/^2591\d\d$/) });
    const jobs = await at.rows('select tag from push_job where uid = $1', [asha.user.id]);
    expect(jobs).toEqual([{ tag: `thread:u_${BEN}` }]);
  });

  test('a message of the team is pushed once', async () => {
    const one = await at.person();
    await official(one.user.id);
    expect(await toldTo(one)).toMatchObject([{ k: 'official', t: 'u_1' }]);
    await isOfKind(one, 'official', { tid: 'u_1' });
  });
});

describe('suppressed pushes', () => {
  /** Triggers each kind of push to a host. */
  const tellAll = async (one: Closed) => {
    await giveTo(one.user.id);
    await change(ben, one.user.id, 'request').catch(() => undefined);
    await official(one.user.id);
    await buy(one);
    await missedBy(one).catch(() => undefined);
  };

  test('a user gets no push when notifications are off, and none of the muted kinds', async () => {
    const [none, some] = [await host(9012), await host(9013)];
    await at.backend.call('updateProfile', { settings: { allowNotifications: false } }, none.user);
    const mutedNotices = ['gift', 'official', 'missed', 'message', 'friend', 'call'];
    await at.backend.call('updateProfile', { settings: { mutedNotices } }, some.user);
    await tellAll(none);
    await tellAll(some);
    expect(await toldTo(none)).toEqual([]);
    expect((await toldTo(some)).map(({ k }) => k)).toEqual(['payment']);
  });

  test('a user gets no push from a user they blocked, even when it was pending before the block', async () => {
    const asha = await host(9014);
    const rests = await host(9015);
    await change(asha.user, BEN, 'block');
    expect(await giveTo(9014)).toBe('error');
    await change(ben, 9014, 'request').catch(() => undefined);
    expect(await toldTo(asha)).toEqual([]);
    // Pending when the host blocks the sender.
    await giveTo(9015);
    await change(rests.user, BEN, 'block');
    expect(await toldTo(rests)).toEqual([]);
  });
});
