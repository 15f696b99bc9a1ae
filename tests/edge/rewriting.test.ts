import xml from '@xmpp/xml';
import { nanoid } from 'nanoid';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { MESSAGE_NS, readEnvelope, readMark } from '../../contract/chat/message.ts';
import { barrier, type RawClient } from '../harness/raw-client.ts';
import { DOMAIN, startXmppServer, type XmppServer } from '../harness/servers/xmpp-server.ts';
import { chat, hasId } from './messages.ts';

let server: XmppServer;
let ann: RawClient;
let ben: RawClient;
// A fixed clock, so that only the edge can make the timestamps differ.
const clock = { now: () => 1_700_000_000_000 };
beforeAll(async () => {
  server = await startXmppServer({ clock, postgresUrl: inject('postgresUrl') });
  ann = await server.user(301);
  ben = await server.user(302);
});
afterAll(() => server.close());

async function sent(stanza: ReturnType<typeof chat>) {
  ann.send(stanza);
  const seen = await ben.take('the message', hasId(stanza.attrs['id'] ?? ''));
  const envelope = readEnvelope(seen);
  if (!envelope) throw new Error(`No envelope: ${seen}`);
  return { seen, envelope };
}

test('sensitive bits and a timestamp set by the client are removed', async () => {
  const { envelope } = await sent(chat({ id: 's1', to: 302, attrs: { sensitive: 5, at: 1 } }));
  expect(envelope.sensitiveInfo).toBe(0);
  expect(envelope.at).toBeGreaterThanOrEqual(clock.now());
});

test.each([
  ['an innocent text about scampi', 0],
  ['a SCAM!', 5],
  ['my phone-number', 2],
  ['ｘｘｘ', 8],
  ['scam, xxx, phone number', 15],
])('the block list sets the sensitive bits of: %s', async (body, bits) => {
  expect((await sent(chat({ id: nanoid(), to: 302, body }))).envelope.sensitiveInfo).toBe(bits);
});

test('timestamps strictly increase even when the clock does not advance', async () => {
  const stamps: number[] = [];
  for (let n = 0; n < 20; n += 1) stamps.push((await sent(chat({ id: `at${n}`, to: 302 }))).envelope.at ?? 0);
  expect(stamps.every((stamp, n) => n === 0 || stamp > (stamps[n - 1] ?? 0))).toBe(true);
});

test('the nick is the one of the account, also right after it changed', async () => {
  expect((await sent(chat({ id: 'n1', to: 302, attrs: { nick: 'Official support' } }))).envelope.nick).toBe('Nick 301');
  server.accounts.change(301, { nickName: 'Ann' });
  expect((await sent(chat({ id: 'n2', to: 302 }))).envelope.nick).toBe('Ann');
});

test('elements that a message does not need are removed', async () => {
  const { seen } = await sent(
    chat({
      id: 'extras',
      to: `u_302@${DOMAIN}`,
      attrs: { evil: 'yes' },
      extra: [
        xml('delay', { xmlns: 'urn:xmpp:delay', stamp: '2001-01-01T00:00:00Z' }),
        xml('stanza-id', { xmlns: 'urn:xmpp:sid:0', id: 'fake', by: `u_302@${DOMAIN}` }),
        xml('private', { xmlns: 'urn:xmpp:carbons:2' }),
        xml('no-store', { xmlns: 'urn:xmpp:hints' }),
        xml('result', { xmlns: 'urn:xmpp:mam:2' }),
      ],
    }),
  );
  // XMPP servers differ in the order of child elements.
  const names = seen.getChildElements().map((child) => child.name);
  expect(names.toSorted()).toEqual(['body', 'markable', 'request', 'stanza-id', 'thread', 'x']);
  expect(seen.getChild('stanza-id')?.attrs['id']).not.toBe('fake');
  expect(seen.getChild('x', MESSAGE_NS)?.attrs['evil']).toBeUndefined();
});

test('receipts, read marks and typing notifications arrive without additional content', async () => {
  const extra = xml('spam', { xmlns: 'urn:example' });
  // The edge strips the resource of a full JID, so that every device of the recipient gets the stanza.
  const small = (id: string, child: ReturnType<typeof xml>) =>
    xml('message', { xmlns: 'jabber:client', type: 'chat', id, to: `u_302@${DOMAIN}/nowhere` }, child, extra);
  ann.send(small('k2', xml('received', { xmlns: 'urn:xmpp:receipts', id: 'a' })));
  ann.send(small('k3', xml('displayed', { xmlns: 'urn:xmpp:chat-markers:0', id: 'b' })));
  ann.send(small('k4', xml('composing', { xmlns: 'http://jabber.org/protocol/chatstates' })));
  const [received, displayed, typing] = [
    await ben.take('the receipt', hasId('k2')),
    await ben.take('the mark', hasId('k3')),
    await ben.take('the notice', hasId('k4')),
  ];
  expect(readMark(received)).toEqual({ kind: 'received', id: 'a' });
  expect(readMark(displayed)).toEqual({ kind: 'displayed', id: 'b' });
  expect(typing.getChild('composing')).toBeDefined();
  for (const stanza of [received, displayed, typing]) expect(stanza.getChild('spam')).toBeUndefined();
});

test('a typing notification to an offline user gets no error', async () => {
  const notice = xml('composing', { xmlns: 'http://jabber.org/protocol/chatstates' });
  ann.send(xml('message', { xmlns: 'jabber:client', type: 'chat', id: 'away', to: `u_303@${DOMAIN}` }, notice));
  await barrier(ann, DOMAIN);
  expect(ann.frames.filter(hasId('away'))).toEqual([]);
});

test('a message to the official service reaches it', async () => {
  ann.send(chat({ id: 'to-official', to: `official.${DOMAIN}` }));
  await barrier(ann, DOMAIN);
  expect(server.received.official.join('')).toContain('to-official');
});

test('cards, archive, block list, carbons, pings and hub requests are answered', async () => {
  const ask = async (id: string, type: string, to: string | undefined, payload: ReturnType<typeof xml>) => {
    ann.send(xml('iq', { xmlns: 'jabber:client', id, type, to }, payload));
    return (await ann.take(id, hasId(id))).attrs['type'];
  };
  const card = xml('vCard', { xmlns: 'vcard-temp' }, xml('FN', {}, 'Ann'));
  expect(await ask('card-set', 'set', undefined, card)).toBe('result');
  expect(await ask('card-get', 'get', `u_301@${DOMAIN}`, xml('vCard', { xmlns: 'vcard-temp' }))).toBe('result');
  expect(await ask('carbons', 'set', undefined, xml('enable', { xmlns: 'urn:xmpp:carbons:2' }))).toBe('result');
  expect(await ask('archive', 'set', undefined, xml('query', { xmlns: 'urn:xmpp:mam:2' }))).toBe('result');
  expect(await ask('list', 'get', undefined, xml('blocklist', { xmlns: 'urn:xmpp:blocking' }))).toBe('result');
  expect(await ask('ping', 'get', DOMAIN, xml('ping', { xmlns: 'urn:xmpp:ping' }))).toBe('result');
  expect(await ask('hub', 'set', `hub.${DOMAIN}`, xml('action', { xmlns: 'urn:gemcall:hub:1' }))).toBe('error');
});
