import xml, { type Element } from '@xmpp/xml';
import { expect, test } from 'vitest';
import { GIFT_NS, type GiftRequest, readGiftRequest, writeGiftRequest } from '../../../../contract/gifts/buy.ts';
import type { Sender } from '../../../../server/platform/edge/rules/decision.ts';
import { decideIq } from '../../../../server/platform/edge/rules/iq.ts';

const ID = 'V1StGXR8_Z5jdHi6B-myT';
const BUY: GiftRequest = {
  name: 'GiftBuy',
  data: {
    op: ID,
    gift: 'rose',
    price: 10,
    to: 9001,
    count: 1,
    where: 'chat',
    sid: '',
    combo: ID,
    ask: '',
    lock: '',
  },
};
const STATE: GiftRequest = { name: 'GiftState', data: { op: ID } };

function decided(action: Element, type = 'set', busy = ''): string | Element {
  const sender = {
    domain: 'test',
    uid: 5,
    jid: 'u_5@test',
    withinRate: (rate: string) => rate !== busy,
  } as unknown as Sender;
  const decision = decideIq(xml('iq', { type, id: 'i1', to: 'gift.test' }, action), sender);
  return 'refuse' in decision ? decision.refuse : decision.forward;
}
const withData = (change: object): Element =>
  writeGiftRequest({ ...BUY, data: { ...BUY.data, ...change } } as GiftRequest);

test.each([BUY, STATE])('$name reaches the gift service unchanged, with no other field', (request) => {
  const action = writeGiftRequest(request);
  action.attrs['evil'] = 'yes';
  action.append(xml('refused', { xmlns: GIFT_NS, balance: 1_000 }));
  const forwarded = decided(action);
  if (typeof forwarded === 'string') throw new Error(forwarded);
  expect(forwarded.getChildElements().map(String)).toEqual([writeGiftRequest(request).toString()]);
  const child = forwarded.getChild('action');
  expect(child && readGiftRequest(child)).toEqual(request);
});

test.each([
  ['a count of none', { count: 0 }],
  ['a count of 100', { count: 100 }],
  ['a price of nothing', { price: 0 }],
  ['a price below nothing', { price: -10 }],
  ['a price of half a gem', { price: 0.5 }],
  ['the recipient 0', { to: 0 }],
  ['an op of another form', { op: 'op/1' }],
  ['a gift by a path', { gift: '../rose' }],
  ['an unknown place', { where: 'shop' }],
  ['a wish of another form', { ask: 'x/y' }],
  ['a lock of another form', { lock: 'x/y' }],
])('a gift purchase with %s is refused', (_name, change) => {
  expect(decided(withData(change))).toBe('unreadable');
});

test('a malformed request, invalid JSON, a query of type get and one request too many are refused', () => {
  expect(decided(xml('action', { xmlns: GIFT_NS, name: 'GiftGive' }))).toBe('unreadable');
  expect(decided(xml('action', { xmlns: GIFT_NS, name: 'toString' }))).toBe('unreadable');
  const broken = xml('action', { xmlns: GIFT_NS, name: 'GiftBuy' }, xml('json', { xmlns: 'urn:xmpp:json:0' }, '{'));
  expect(decided(broken)).toBe('unreadable');
  expect(decided(writeGiftRequest(STATE), 'get')).toBe('not-allowed');
  expect(decided(writeGiftRequest(STATE), 'set', 'gift')).toBe('rate');
});
