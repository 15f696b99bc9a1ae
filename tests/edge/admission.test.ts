import xml, { type Element } from '@xmpp/xml';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { ROLE_ANCHOR } from '../../contract/account/rules.ts';
import { readMark } from '../../contract/chat/message.ts';
import { ackedCount, archiveOf, barrier, type RawClient } from '../harness/raw-client.ts';
import { DOMAIN, startXmppServer, type XmppServer } from '../harness/servers/xmpp-server.ts';
import { chat, errorOf, hasId } from './messages.ts';

const ANN = 801;
const BEN = 802;
const HOST = 803;
let server: XmppServer;
let ann: RawClient;
let ben: RawClient;
let host: RawClient;
beforeAll(async () => {
  server = await startXmppServer({ postgresUrl: inject('postgresUrl') });
  server.accounts.change(HOST, { role: ROLE_ANCHOR });
  [ann, ben, host] = [await server.user(ANN), await server.user(BEN), await server.user(HOST)];
});
afterAll(() => server.close());

let n = 0;
/** Sends a message to Ben. Returns the error that the sender gets, or '' when the message arrived. */
async function fate(from: RawClient, stanza: (id: string) => ReturnType<typeof xml>): Promise<string> {
  n += 1;
  const id = `fate-${n}`;
  from.send(stanza(id));
  await barrier(from, DOMAIN);
  const refusal = from.frames.find(hasId(id));
  if (refusal) return errorOf(refusal);
  await ben.take('the stanza', hasId(id));
  return '';
}
const text = (id: string) => chat({ id, to: BEN });
const small =
  (child: ReturnType<typeof xml>, to = BEN) =>
  (id: string) =>
    xml('message', { xmlns: 'jabber:client', type: 'chat', id, to: `u_${to}@${DOMAIN}` }, child);
const typing = small(xml('composing', { xmlns: 'http://jabber.org/protocol/chatstates' }));
const MARK_NAMESPACES = {
  displayed: 'urn:xmpp:chat-markers:0',
  received: 'urn:xmpp:receipts',
  read: 'urn:gemcall:mark:1',
} as const;
const markOf = (name: keyof typeof MARK_NAMESPACES, id: string) =>
  small(xml(name, { xmlns: MARK_NAMESPACES[name], id }));
/** The message in a carbon of a sent one. */
const sentIn = (frame: Element) => frame.getChild('sent')?.getChild('forwarded')?.getChild('message');
const displayed = markOf('displayed', 'read');
const NOT_ADMITTED = 'policy-violation/cancel/not-admitted';

describe('admission of messages', () => {
  test('every user may write when the recipient has no setting', async () => {
    server.accounts.change(BEN, { admits: 'everyone' });
    expect(await fate(ann, text)).toBe('');
  });

  test('only friends and hosts may write when the recipient admits friends', async () => {
    server.accounts.change(BEN, { admits: 'friends', friends: new Set() });
    expect(await fate(ann, text)).toBe(NOT_ADMITTED);
    expect(await fate(ann, typing)).toBe(NOT_ADMITTED);
    expect(await fate(host, text)).toBe('');
    server.accounts.change(BEN, { admits: 'friends', friends: new Set([ANN]) });
    expect(await fate(ann, text)).toBe('');
    expect(await fate(ann, typing)).toBe('');
  });

  test("only receipts and read marks for the recipient's own messages pass when the recipient admits no other message", async () => {
    server.accounts.change(BEN, { admits: 'nobody', friends: new Set([ANN]) });
    for (const stranger of [ann, host]) {
      expect(await fate(stranger, text)).toBe(NOT_ADMITTED);
      expect(await fate(stranger, typing)).toBe(NOT_ADMITTED);
    }
    ben.send(chat({ id: 'from-ben', to: ANN }));
    await ann.take('the message', hasId('from-ben'));
    expect(await fate(ann, markOf('received', 'from-ben'))).toBe('');
    expect(await fate(ann, markOf('displayed', 'from-ben'))).toBe('');
    expect(await fate(ann, markOf('received', 'never-sent'))).toBe(NOT_ADMITTED);
    expect(await fate(host, markOf('received', 'from-ben'))).toBe(NOT_ADMITTED);
    server.accounts.change(BEN, { admits: 'everyone', friends: new Set() });
  });

  test('the policy of a recipient is read from the database once when the same user receives 20 messages', async () => {
    const { load } = server.accounts.policy;
    const asked: number[] = [];
    server.accounts.policy.load = (uid) => {
      asked.push(uid);
      return load(uid);
    };
    for (let turn = 0; turn < 20; turn += 1) expect(await fate(ann, text)).toBe('');
    expect(asked).toEqual([BEN]);
    server.accounts.policy.load = load;
  });
});

describe('read marks', () => {
  const markSeen = async (reader: boolean, writer: boolean) => {
    server.accounts.change(ANN, { readReceipt: reader });
    server.accounts.change(BEN, { readReceipt: writer });
    n += 1;
    const id = `mark-${n}`;
    ann.send(displayed(id));
    return readMark(await ben.take('the mark', hasId(id)))?.kind;
  };

  test.each([
    [true, true, 'displayed'],
    [false, true, 'received'],
    [true, false, 'received'],
    [false, false, 'received'],
  ])('a read mark of a reader with readReceipt %s to a writer with %s arrives as %s', async (reader, writer, kind) => {
    expect(await markSeen(reader, writer)).toBe(kind);
  });

  const kindsOf = async (client: RawClient, id: string) =>
    (await archiveOf(client)).filter(hasId(id)).map((message) => readMark(message)?.kind);

  test.each([
    [false, true],
    [true, false],
  ])(
    "a read mark is hidden from the peer only, when the reader's readReceipt is %s and the writer's is %s",
    async (reader, writer) => {
      const other = await server.user(ANN);
      other.send(
        xml('iq', { xmlns: 'jabber:client', type: 'set', id: 'c' }, xml('enable', { xmlns: 'urn:xmpp:carbons:2' })),
      );
      await other.take('the carbons', hasId('c'));
      await markSeen(reader, writer);
      const id = `mark-${n}`;
      const copy = await other.take('the copy', (frame) => sentIn(frame)?.attrs['id'] === id);
      expect(readMark(sentIn(copy) as Element)).toEqual({ kind: 'displayed', id: 'read' });
      expect([await kindsOf(ann, id), await kindsOf(ben, id)]).toEqual([['displayed'], ['received']]);
    },
  );

  test('a read mark to a service reaches the other own devices with the address of the service', async () => {
    const other = await server.user(ANN);
    other.send(
      xml('iq', { xmlns: 'jabber:client', type: 'set', id: 'c' }, xml('enable', { xmlns: 'urn:xmpp:carbons:2' })),
    );
    await other.take('the carbons', hasId('c'));
    const child = xml('displayed', { xmlns: 'urn:xmpp:chat-markers:0', id: 'said' });
    ann.send(xml('message', { xmlns: 'jabber:client', type: 'chat', id: 'to-team', to: `official.${DOMAIN}` }, child));
    const copy = await other.take('the copy', (frame) => sentIn(frame)?.attrs['id'] === 'to-team');
    expect(sentIn(copy)?.attrs['to']).toBe(`official.${DOMAIN}`);
  });

  type Change = Parameters<typeof server.accounts.change>[1];
  test.each<[string, keyof typeof MARK_NAMESPACES, Change, Change]>([
    ['that is private', 'read', { readReceipt: false }, { readReceipt: true, admits: 'nobody' }],
    ['to a user who admits no stranger', 'displayed', {}, { admits: 'nobody' }],
    ['to a user who blocked the reader', 'displayed', { blockedBy: [BEN] }, { admits: 'everyone' }],
  ])('a read mark %s reaches only the own devices and the own archive', async (_title, name, reader, writer) => {
    server.accounts.change(ANN, reader);
    server.accounts.change(BEN, writer);
    n += 1;
    const id = `own-mark-${n}`;
    const other = await server.user(ANN);
    await barrier(ben, DOMAIN);
    const [heard, counted] = [ben.inbound(), await ackedCount(ann)];
    ann.send(markOf(name, 'm')(id));
    const copy = await other.take('the copy', (frame) => sentIn(frame)?.attrs['id'] === id);
    // Clients accept carbons from no other address than their account's (XEP-0280, section 11).
    expect(copy.attrs['from']).toBe(`u_${ANN}@${DOMAIN}`);
    expect(sentIn(copy)?.attrs['to']).toBe(`u_${BEN}@${DOMAIN}`);
    expect(readMark(sentIn(copy) as Element)).toEqual({ kind: 'displayed', id: 'm' });
    await barrier(ann, DOMAIN);
    await barrier(ben, DOMAIN);
    expect(await ackedCount(ann)).toBe(counted + 2);
    expect(ben.inbound()).toBe(heard + 1);
    expect([await kindsOf(ann, id), await kindsOf(ben, id)]).toEqual([['displayed'], []]);
    server.accounts.change(ANN, { readReceipt: true, blockedBy: [] });
    server.accounts.change(BEN, { admits: 'everyone' });
  });
});
