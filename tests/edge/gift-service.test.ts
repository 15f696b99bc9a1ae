import xml, { type Element } from '@xmpp/xml';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { readEnvelope } from '../../contract/chat/message.ts';
import { readPayload } from '../../contract/chat/payload.ts';
import { GIFT_NS, readGiftAnswer, readGiftRefusal, writeGiftRequest } from '../../contract/gifts/buy.ts';
import type { GiftOrder } from '../../contract/gifts/gift.ts';
import type { User } from '../harness/api.ts';
import { archiveOf, barrier, type RawClient } from '../harness/raw-client.ts';
import { type Backend, startWholeBackend } from '../harness/servers/backend.ts';
import { DOMAIN } from '../harness/servers/xmpp-server.ts';
import { errorOf, hasId } from './messages.ts';

const GIFTS = `gift.${DOMAIN}`;
const HOST = 9001;
let backend: Backend;
let sam: User;
let asha: User;
let buyer: RawClient;
let host: RawClient;
beforeAll(async () => {
  backend = await startWholeBackend(inject('postgresUrl'));
  [sam, asha] = [await backend.logIn(100_001), await backend.logIn(HOST)];
  [buyer, host] = [await backend.connect(sam), await backend.connect(asha)];
});
afterAll(() => backend?.close());

let count = 0;
function order(change: Partial<GiftOrder> = {}): GiftOrder {
  count += 1;
  const op = `edge${count}`.padEnd(21, '_');
  const plain = { op, gift: 'rose', price: 10, to: HOST, count: 1, where: 'chat', sid: '', combo: op } as const;
  return { ...plain, ask: '', lock: '', ...change };
}
async function ask(client: RawClient, id: string, child: Element): Promise<Element> {
  client.send(xml('iq', { xmlns: 'jabber:client', type: 'set', id, to: GIFTS }, child));
  return client.take(`the answer to ${id}`, hasId(id));
}
const buy = (data: GiftOrder, client = buyer) => ask(client, data.op, writeGiftRequest({ name: 'GiftBuy', data }));
async function bought(data: GiftOrder) {
  const answer = readGiftAnswer('GiftBuy', await buy(data));
  if (!answer) throw new Error('It was not bought');
  return answer;
}
const isGift = (mid: string) => (frame: Element) => frame.is('message') && frame.attrs['id'] === mid;
function giftIn(message: Element) {
  const envelope = readEnvelope(message);
  return envelope && readPayload(envelope.type, envelope.body, envelope.x);
}
const gems = async (user: User) => (await backend.call('account', { action: 1 }, user)).gemsBalance;
/** Waits until the service outbox is empty: all messages are delivered live and archived. */
const isSaid = () =>
  vi.waitFor(async () => {
    const { rows } = await backend.pool.query('select count(*)::int as left from service_outbox');
    expect(rows).toEqual([{ left: 0 }]);
  }, 20_000);

test('a bought gift reaches both users from the gift service, live and from the archive, under one id', async () => {
  const [before, hostBefore] = [await gems(sam), await gems(asha)];
  const wish = order({ gift: 'coffee', price: 20, count: 3, ask: 'w'.repeat(21) });
  const { mid, balance, total, op } = await bought(wish);
  expect({ op, total, balance }).toEqual({ op: wish.op, total: 3, balance: before - 60 });
  for (const [client, peer] of [
    [buyer, 'the giver'],
    [host, 'the host'],
  ] as const) {
    const message = await client.take(`the gift of ${peer}`, isGift(mid));
    expect([message.attrs['from'], message.attrs['type']]).toEqual([GIFTS, 'chat']);
    expect(giftIn(message)).toMatchObject({
      kind: 'gift',
      id: 'coffee',
      count: 3,
      total: 3,
      combo: wish.op,
      from: sam.id,
      to: HOST,
      ask: 'w'.repeat(21),
    });
  }
  await isSaid();
  for (const user of [sam, asha]) {
    const later = await backend.connect(user);
    const kept = (await archiveOf(later)).filter(isGift(mid));
    expect(kept.map((message) => giftIn(message))).toMatchObject([{ kind: 'gift', id: 'coffee', count: 3 }]);
    later.cut();
  }
  expect(await gems(asha)).toBe(hostBefore + 36);
});

test('a client that lost the answer can query the purchase, and repeating it changes nothing', async () => {
  const lost = order();
  const state = async (op: string, id: string) =>
    readGiftAnswer('GiftState', await ask(buyer, id, writeGiftRequest({ name: 'GiftState', data: { op } })));
  expect(await state(lost.op, 'before')).toEqual({ state: 'none' });
  const first = await bought(lost);
  const after = await gems(sam);
  expect(await state(lost.op, 'after')).toEqual({ state: 'done', bought: first });
  expect(await bought(lost)).toEqual(first);
  expect(await gems(sam)).toBe(after);
  await buyer.take('the gift', isGift(first.mid));
  await isSaid();
  await barrier(buyer, DOMAIN);
  expect(buyer.frames.filter(isGift(first.mid))).toEqual([]);
});

test('a refused purchase returns the reason with the current price or balance, and moves no gems', async () => {
  const before = await gems(sam);
  const why = async (change: Partial<GiftOrder>, client = buyer) => readGiftRefusal(await buy(order(change), client));
  expect(await why({ price: 9 })).toMatchObject({ reason: 'price-changed', price: 10, balance: before });
  expect(await why({ gift: 'no-such-gift' })).toMatchObject({ reason: 'not-active' });
  expect(await why({ to: 264_457_002 })).toMatchObject({ reason: 'no-anchor' });
  expect(await why({ where: 'call', sid: 's'.repeat(21) })).toMatchObject({ reason: 'area' });
  expect(await why({ gift: 'galaxy', price: 10_000, count: 99 })).toMatchObject({
    reason: 'gems-insufficient',
    balance: before,
  });
  expect(await gems(sam)).toBe(before);
});

test('an invalid order is refused by the edge, and a gift message forged by a client reaches no user', async () => {
  const json = (text: string) =>
    xml('action', { xmlns: GIFT_NS, name: 'GiftBuy' }, xml('json', { xmlns: 'urn:xmpp:json:0' }, text));
  expect(errorOf(await ask(buyer, 'no json', json('{')))).toBe('bad-request/modify/unreadable');
  const free = JSON.stringify({ ...order(), price: 0 });
  expect(errorOf(await ask(buyer, 'for nothing', json(free)))).toBe('bad-request/modify/unreadable');
  const { mid } = await bought(order());
  const real = await buyer.take('the gift', isGift(mid));
  const forged = xml('message', { xmlns: 'jabber:client', type: 'chat', id: 'forged', to: asha.jid });
  for (const child of real.getChildElements()) forged.append(child);
  buyer.send(forged);
  const refusal = await buyer.take('the refusal', hasId('forged'));
  expect(refusal.attrs['type']).toBe('error');
  await barrier(host, DOMAIN);
  expect(host.frames.filter(hasId('forged'))).toEqual([]);
});
