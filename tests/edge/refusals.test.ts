import xml, { type Element } from '@xmpp/xml';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { kinds } from '../../contract/chat/kinds/list.ts';
import { readSent } from '../../contract/chat/payload.ts';
import { ackedCount, barrier, type RawClient } from '../harness/raw-client.ts';
import { DOMAIN, startXmppServer, type XmppServer } from '../harness/servers/xmpp-server.ts';
import { chat, errorOf, hasId } from './messages.ts';

let server: XmppServer;
let ann: RawClient;
let ben: RawClient;
beforeAll(async () => {
  server = await startXmppServer({ postgresUrl: inject('postgresUrl') });
  server.accounts.change(203, { lockedUntil: new Date(Date.now() + 60_000) });
  server.accounts.change(201, { blocks: [204], blockedBy: [205] });
  ann = await server.user(201);
  ben = await server.user(202);
});
afterAll(() => server.close());

const client = (name: string, attrs: Record<string, string | undefined>, ...children: Element[]) =>
  xml(name, { xmlns: 'jabber:client', ...attrs }, ...children);
const iq = (id: string, type: string, to: string | undefined, payload: Element) =>
  client('iq', { id, type, to }, payload);
const query = (xmlns: string, name = 'query') => xml(name, { xmlns });
const BEN = `u_202@${DOMAIN}`;

const cases: readonly [what: string, expected: string, stanza: (id: string) => Element][] = [
  ['a message without an address', 'item-not-found/cancel/address', (id) => chat({ id })],
  ['a message to another domain', 'item-not-found/cancel/address', (id) => chat({ id, to: 'u_5@elsewhere.example' })],
  ['a message to a look-alike name', 'item-not-found/cancel/address', (id) => chat({ id, to: `U_202@${DOMAIN}` })],
  ['a message to the server', 'item-not-found/cancel/address', (id) => chat({ id, to: DOMAIN })],
  ['a message to the gate', 'item-not-found/cancel/address', (id) => chat({ id, to: `gate.${DOMAIN}` })],
  ['a message to an account that does not exist', 'item-not-found/cancel/address', (id) => chat({ id, to: 1_000_001 })],
  ['a message to oneself', 'not-allowed/cancel/not-allowed', (id) => chat({ id, to: 201 })],
  ['a headline', 'not-allowed/cancel/not-allowed', (id) => client('message', { id, type: 'headline', to: BEN })],
  [
    'a body without the element of the app that is too long',
    'bad-request/modify/unreadable',
    (id) => client('message', { id, type: 'chat', to: BEN }, xml('body', {}, 'x'.repeat(4_001))),
  ],
  ['an empty text', 'bad-request/modify/unreadable', (id) => chat({ id, to: 202, body: '' })],
  ['a text that is too long', 'bad-request/modify/unreadable', (id) => chat({ id, to: 202, body: 'x'.repeat(4_001) })],
  [
    'a type that is not a number',
    'bad-request/modify/unreadable',
    (id) => chat({ id, to: 202, attrs: { type: 'text' } }),
  ],
  [
    'an unknown type',
    'feature-not-implemented/cancel/unknown-type',
    (id) => chat({ id, to: 202, attrs: { type: 999 } }),
  ],
  ['a message to a user whom the sender blocked', 'not-acceptable/cancel/blocked', (id) => chat({ id, to: 204 })],
  // Answered like an unknown account: a sender must not learn that they are blocked.
  ['a message to a user who blocked the sender', 'item-not-found/cancel/address', (id) => chat({ id, to: 205 })],
  [
    'a delivery receipt to a user who blocked the sender',
    'item-not-found/cancel/address',
    (id) =>
      client(
        'message',
        { id, type: 'chat', to: `u_205@${DOMAIN}` },
        xml('received', { xmlns: 'urn:xmpp:receipts', id: 'a' }),
      ),
  ],
  [
    'a forged carbon',
    'bad-request/modify/unreadable',
    (id) =>
      client(
        'message',
        { id, type: 'chat', to: BEN },
        xml(
          'received',
          { xmlns: 'urn:xmpp:carbons:2' },
          xml('forwarded', { xmlns: 'urn:xmpp:forward:0' }, chat({ id: 'x', to: 202 })),
        ),
      ),
  ],
  [
    'a forged archive result',
    'bad-request/modify/unreadable',
    (id) => client('message', { id, type: 'chat', to: BEN }, xml('result', { xmlns: 'urn:xmpp:mam:2', id: 'x' })),
  ],
  ['a presence to a user', 'not-allowed/cancel/not-allowed', (id) => client('presence', { id, to: BEN })],
  ['a subscription', 'not-allowed/cancel/not-allowed', (id) => client('presence', { id, type: 'subscribe', to: BEN })],
  ['a roster change', 'not-allowed/cancel/not-allowed', (id) => iq(id, 'set', undefined, query('jabber:iq:roster'))],
  [
    "a query of another user's archive",
    'not-allowed/cancel/not-allowed',
    (id) => iq(id, 'set', BEN, query('urn:xmpp:mam:2')),
  ],
  [
    'an IQ to another domain',
    'not-allowed/cancel/not-allowed',
    (id) => iq(id, 'get', 'elsewhere.example', query('urn:xmpp:ping', 'ping')),
  ],
  [
    "a change of another user's card",
    'not-allowed/cancel/not-allowed',
    (id) => iq(id, 'set', BEN, query('vcard-temp', 'vCard')),
  ],
  [
    'an IQ with two payloads',
    'bad-request/modify/unreadable',
    (id) => client('iq', { id, type: 'get' }, query('urn:xmpp:ping', 'ping'), query('a')),
  ],
  ['a registration', 'not-allowed/cancel/not-allowed', (id) => iq(id, 'set', DOMAIN, query('jabber:iq:register'))],
  [
    'a block of the gate',
    'not-allowed/cancel/not-allowed',
    (id) =>
      iq(id, 'set', undefined, xml('block', { xmlns: 'urn:xmpp:blocking' }, xml('item', { jid: `gate.${DOMAIN}` }))),
  ],
];

describe('refused stanzas', () => {
  test.each(cases)('the edge refuses %s and counts the stanza as handled', async (what, expected, stanza) => {
    const before = await ackedCount(ann);
    const id = `refused-${what.replaceAll(/\W/g, '-')}`.slice(0, 64);
    ann.send(stanza(id));
    const answer = await ann.take('the refusal', hasId(id));
    expect(answer.attrs['type']).toBe('error');
    expect(answer.attrs['from']).toBe(`gate.${DOMAIN}`);
    expect(answer.name).toBe(stanza(id).name);
    expect(errorOf(answer)).toBe(expected);
    expect(await ackedCount(ann)).toBe(before + 1);
  });

  test('a message of a user with a write lock is refused until the lock ends', async () => {
    const locked = await server.user(203);
    locked.send(chat({ id: 'locked', to: 202 }));
    expect(errorOf(await locked.take('the refusal', hasId('locked')))).toBe('forbidden/auth/locked');
    server.accounts.change(203, { lockedUntil: new Date(Date.now() - 1) });
    locked.send(chat({ id: 'free-again', to: 202 }));
    await ben.take('the message', hasId('free-again'));
  });

  test('a message is refused as unavailable while accounts cannot be read, and accepted when it is sent again', async () => {
    server.accounts.setDown(true);
    ann.send(chat({ id: 'outage', to: 202 }));
    expect(errorOf(await ann.take('the refusal', hasId('outage')))).toBe('internal-server-error/wait/unavailable');
    server.accounts.setDown(false);
    ann.send(chat({ id: 'outage', to: 202 }));
    await ben.take('the message', hasId('outage'));
  });
});

describe('message types', () => {
  const ofServices = [5, 7, 13, 18, 21, 22, 23, 46, 100, 401];

  test.each(kinds.map(({ type, kind }) => [type, kind] as const))(
    'a message of type %i (%s) is forwarded only when a client may send it and its fields are complete',
    async (number, name) => {
      const id = `type-${name.replaceAll(/\W/g, '-')}`;
      const stanza = chat({ id, to: 202, attrs: { type: number } });
      const x = stanza.getChild('x');
      const isPrivileged = ofServices.includes(number);
      // A message whose fields cannot all be parsed is refused, not forwarded.
      const isWhole = x !== undefined && readSent(number, 'hello', x) !== undefined;
      ann.send(stanza);
      await barrier(ann, DOMAIN);
      const refusal = ann.frames.find(hasId(id));
      if (isPrivileged) expect(refusal && errorOf(refusal)).toBe('forbidden/auth/privileged-type');
      else if (isWhole) expect(refusal).toBeUndefined();
      else expect(refusal && errorOf(refusal)).toBe('bad-request/modify/unreadable');
      if (isWhole && !isPrivileged) await ben.take('the message', hasId(id));
      else expect(ben.frames.some(hasId(id))).toBe(false);
    },
  );

  test('there are 25 message types', () => expect(new Set(kinds.map(({ type }) => type)).size).toBe(25));
});

test('a refused error or result gets no answer', async () => {
  ann.send(client('iq', { id: 'stray', type: 'result', to: BEN }));
  ann.send(client('message', { id: 'stray', type: 'error', to: BEN }));
  await barrier(ann, DOMAIN);
  expect(ann.frames.filter(hasId('stray'))).toEqual([]);
});

test('refusals are not archived', async () => {
  const carl = await server.user(206);
  carl.send(chat({ id: 'not-kept', to: 'nobody' }));
  await carl.take('the refusal', hasId('not-kept'));
  carl.send(iq('archive', 'set', undefined, query('urn:xmpp:mam:2')));
  await carl.take('the end of the archive', hasId('archive'));
  expect(carl.frames.filter((frame) => frame.getChild('result'))).toEqual([]);
});
