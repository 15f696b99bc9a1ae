import xml, { type Element } from '@xmpp/xml';
import { expect, test } from 'vitest';
import { HUB_NS } from '../../../../contract/calls/hub.ts';
import { ARCHIVE_NS, RSM_NS } from '../../../../contract/chat/archive.ts';
import type { MediaFact } from '../../../../contract/chat/facts.ts';
import { KIND_NS } from '../../../../contract/chat/kinds/shapes.ts';
import { MESSAGE_NS } from '../../../../contract/chat/message.ts';
import { GIFT_NS } from '../../../../contract/gifts/buy.ts';
import { streamMemory } from '../../../../server/platform/edge/memory.ts';
import type { SenderPolicy } from '../../../../server/platform/edge/ports.ts';
import { requiredLookups } from '../../../../server/platform/edge/required-lookups.ts';
import type { Facts, Sender } from '../../../../server/platform/edge/rules/decision.ts';
import { decisionOn } from '../../../../server/platform/edge/rules/rules.ts';
import { GOOD_IDS, HOSTILE_IDS } from '../../../harness/hostile/hostile-ids.ts';
import { kindFactsInMemory } from '../../../harness/kind-facts.ts';

const MEDIA_ID = '0123456789abcdef0123456789abcdef';
const GOOD = 'V1StGXR8_Z5jdHi6B-myT';
const clock = { now: () => 1_773_489_600_000 };
const log = { info: () => undefined, warn: () => undefined, error: () => undefined } as never;
const policy = { blocks: [], blockedBy: [], admits: 'everyone', nickName: 'Ada', adult: true };
const photo: MediaFact = { id: MEDIA_ID, kind: 'picture', w: 9, h: 9, blur: '', lockBlur: '', bits: 0, owner: 5 };
const kind = { media: new Map([[MEDIA_ID, photo]]), gift: { id: 'rose', price: 10 }, today: 0, now: 0, lockId: GOOD };

/** A host writes to a viewer. `today`: how many priced messages went to them so far. */
function decided(stanza: Element, change: Facts = { kind }) {
  const sender = {
    domain: 'test',
    stream: 's',
    uid: 5,
    jid: 'u_5@test',
    clock,
    memory: streamMemory(clock),
    facts: kindFactsInMemory(kind),
    policies: { get: (uid: number) => ({ ...policy, role: uid === 5 ? 3 : 2 }) as unknown as SenderPolicy },
    withinRate: () => true,
    sensitiveBits: () => 0,
    seal: () => '',
    hasReceived: async () => true,
  } as unknown as Sender;
  const asked = requiredLookups(stanza, sender, log);
  const decision = decisionOn(stanza, sender, change);
  return { decision, isLookedUp: asked !== undefined };
}

const json = (data: object) => xml('json', { xmlns: 'urn:xmpp:json:0' }, JSON.stringify(data));
const message = (id: string, ...inside: Element[]) => xml('message', { type: 'chat', id, to: 'u_6@test' }, ...inside);
const x = (type: number, ...inside: Element[]) => xml('x', { xmlns: MESSAGE_NS, type }, ...inside);
const body = xml('body', {}, 'hello');
const iq = (id: string, to: string | undefined, payload: Element, type = 'set') => xml('iq', { type, id, to }, payload);
const hub = (name: string, data: object, sid = '') =>
  iq('i1', 'hub.test', xml('action', { xmlns: HUB_NS, name, sid }, json(data)));
const order = {
  op: GOOD,
  gift: 'rose',
  price: 10,
  to: 6,
  count: 1,
  where: 'chat',
  sid: '',
  combo: GOOD,
  ask: '',
  lock: '',
};
const gift = (change: object) =>
  iq('i1', 'gift.test', xml('action', { xmlns: GIFT_NS, name: 'GiftBuy' }, json({ ...order, ...change })));
const archive = (queryid: string, ...inside: Element[]) =>
  iq('i1', undefined, xml('query', { xmlns: ARCHIVE_NS, queryid }, ...inside));
const page = (name: string, id: string) => xml('set', { xmlns: RSM_NS }, xml(name, {}, id));
const item = (id: string) => xml('item', { xmlns: KIND_NS, id });

/** Every place of an id in a client stanza, and a valid form of it. */
const PLACES: readonly (readonly [place: string, stanza: (id: string) => Element, good?: string])[] = [
  ['message', (id) => message(id, body, x(0))],
  ['priced message', (id) => message(id, x(2, item(MEDIA_ID), xml('pay', { xmlns: KIND_NS, price: 30 })))],
  ['read mark', (id) => message(id, xml('displayed', { xmlns: 'urn:xmpp:chat-markers:0', id: GOOD }))],
  ['message that a read mark is of', (id) => message('m', xml('displayed', { xmlns: 'urn:xmpp:chat-markers:0', id }))],
  ['message that a receipt is of', (id) => message('m', xml('received', { xmlns: 'urn:xmpp:receipts', id }))],
  ['typing notice', (id) => message(id, xml('composing', { xmlns: 'http://jabber.org/protocol/chatstates' }))],
  [
    'message that is replied to',
    (id) => message('m', body, x(0), xml('reply', { xmlns: 'urn:xmpp:reply:0', id, to: 'u_6@test' })),
  ],
  ['picture', (id) => message('m', x(2, item(id))), MEDIA_ID],
  ['wished gift', (id) => message('m', body, x(19, xml('wish', { xmlns: KIND_NS, gift: id }))), 'rose'],
  ['question that is answered', (id) => message('m', x(36, xml('answer', { xmlns: KIND_NS, to: id, n: 0 })))],
  [
    'invitation',
    (sid) => message('m', x(10, xml('call', { xmlns: 'urn:gemcall:call:1', sid, caller: 5, callee: 6, startTime: 0 }))),
  ],
  ['presence', (id) => xml('presence', { id })],
  ['ping', (id) => iq(id, 'test', xml('ping', { xmlns: 'urn:xmpp:ping' }), 'get')],
  ['answer to a ping', (id) => xml('iq', { type: 'result', id, to: 'test' })],
  ['binding', (id) => iq(id, undefined, xml('bind', { xmlns: 'urn:ietf:params:xml:ns:xmpp-bind' }))],
  ['hub request', (id) => iq(id, 'hub.test', xml('action', { xmlns: HUB_NS, name: 'CallCheck', sid: GOOD }, json({})))],
  ['call', (id) => hub('CallCheck', {}, id)],
  ['proposal', (id) => hub('MatchAnswer', { proposal: id, yes: true })],
  ['callback', (id) => hub('Transmit', { kind: 'callback_reply', callback: id, reply: 'busy' })],
  [
    'gift request',
    (id) => iq(id, 'gift.test', xml('action', { xmlns: GIFT_NS, name: 'GiftState' }, json({ op: GOOD }))),
  ],
  ['purchase', (id) => gift({ op: id, combo: id })],
  ['row of gifts', (id) => gift({ combo: id })],
  ['given gift', (id) => gift({ gift: id }), 'rose'],
  ['fulfilled wish', (id) => gift({ ask: id })],
  ['opened lock', (id) => gift({ lock: id })],
  ['call of a gift', (id) => gift({ sid: id })],
  ['archive query', (id) => archive(id)],
  ['page after', (id) => archive('q', page('after', id))],
  ['page before', (id) => archive('q', page('before', id))],
];

const CASES = PLACES.map(([place, stanza, good]) => ({ place, stanza, good }));

test.each(CASES)('an id in $place is refused when it is hostile, and accepted when it is valid', ({ stanza, good }) => {
  for (const id of HOSTILE_IDS) {
    const { decision, isLookedUp } = decided(stanza(id));
    expect([id, decision, isLookedUp && stanza(id).attrs['id'] === id]).toEqual([id, { refuse: 'unreadable' }, false]);
  }
  for (const id of good ? [good] : GOOD_IDS)
    expect([id, decided(stanza(id)).decision]).toEqual([id, expect.objectContaining({ forward: expect.anything() })]);
});

test('a stanza without an id passes when no id is required', () => {
  for (const stanza of [
    xml('presence'),
    message(undefined as unknown as string, xml('composing', { xmlns: 'http://jabber.org/protocol/chatstates' })),
  ])
    expect(decided(stanza).decision).toHaveProperty('forward');
});

test('an empty id counts as missing', () => {
  for (const [place, stanza] of PLACES.filter(([place]) =>
    ['message', 'read mark', 'ping', 'presence'].includes(place),
  ))
    expect([place, decided(stanza('')).decision]).toEqual([place, { refuse: 'unreadable' }]);
});

test('a priced message is refused when its id is that of a page purchase, or when the daily limit is reached', () => {
  const priced = (id: string) => message(id, x(2, item(MEDIA_ID), xml('pay', { xmlns: KIND_NS, price: 30 })));
  expect(decided(priced(`exclusive/${MEDIA_ID}`)).decision).toEqual({ refuse: 'unreadable' });
  expect(decided(priced('eleventh'), { kind: { ...kind, today: 10 } }).decision).toEqual({ refuse: 'too-many' });
});
