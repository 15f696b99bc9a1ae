import xml from '@xmpp/xml';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { readEnvelope } from '../../../contract/chat/message.ts';
import { RATE_LIMITS } from '../../../server/platform/limits/rates.ts';
import { ackedCount, barrier, type RawClient } from '../../harness/raw-client.ts';
import { DOMAIN, startXmppServer, type XmppServer } from '../../harness/servers/xmpp-server.ts';
import { chat, errorOf, hasId } from '../messages.ts';
import { ask, endOf, idsIn } from './archive-queries.ts';

const jid = (uid: number) => `u_${uid}@${DOMAIN}`;
let server: XmppServer;
let now = Date.now();
beforeAll(async () => {
  server = await startXmppServer({
    postgresUrl: inject('postgresUrl'),
    clock: { now: () => now },
    rateLimits: { ...RATE_LIMITS, message: { perSecond: 10_000, burst: 10_000 } },
  });
});
afterAll(() => server.close());
beforeEach(() => {
  now += 10_000;
});

const asked = (client: RawClient, ...of: Parameters<typeof ask> extends [unknown, ...infer Rest] ? Rest : never) => {
  now += 10_000;
  return ask(client, ...of);
};
const midsOf = async (client: RawClient) => (await asked(client)).items.map(({ mid }) => mid);

describe('archived messages', () => {
  test('an accepted message reaches online devices and both archives, each under an id that only its owner sees', async () => {
    const [ann, ben] = [await server.user(101), await server.user(102)];
    const forged = xml('stanza-id', { xmlns: 'urn:xmpp:sid:0', by: jid(102), id: '7' });
    ann.send(chat({ id: 'm1', to: 102, body: 'hello <Ben> & "all"', extra: [forged] }));
    const seen = await ben.take('the message', hasId('m1'));
    expect(readEnvelope(seen)).toMatchObject({ body: 'hello <Ben> & "all"', at: now });
    expect(seen.attrs['from']).toMatch(/^u_101@localhost\//);

    const [bens, anns] = [(await asked(ben)).items, (await asked(ann)).items];
    expect(idsIn(seen)).toEqual([[jid(102), bens[0]?.id]]);
    expect(bens[0]?.id).not.toBe(anns[0]?.id);
    for (const [item] of [bens, anns]) {
      expect(item).toMatchObject({ mid: 'm1', body: 'hello <Ben> & "all"' });
      expect(item?.message.attrs).toMatchObject({ from: jid(101), to: jid(102), type: 'chat' });
      expect(Date.parse(item?.stamp ?? '')).toBe(readEnvelope(seen)?.at);
      expect(item && idsIn(item.message)).toEqual([]);
    }
  });

  test('a message to an offline recipient waits: its sender gets no error and no presence, and the stream stays in sync', async () => {
    const ann = await server.user(111);
    const [heard, counted] = [ann.inbound(), await ackedCount(ann)];
    ann.send(chat({ id: 'late', to: 112, body: 'read me later' }));
    await barrier(ann, DOMAIN);
    expect(await ackedCount(ann)).toBe(counted + 2);
    // Only the pong counts: the edge turns the error that ejabberd returns into an empty headline, to keep the stream count correct.
    const emptied = ann.frames.filter((frame) => frame.is('message') && frame.children.length === 0);
    expect(ann.inbound() - emptied.length).toBe(heard + 1);
    const ben = await server.user(112);
    expect((await asked(ben)).items.map(({ body }) => body)).toEqual(['read me later']);
  });

  test('a message is in the archive when the XMPP server dies with it queued for a broken stream', async () => {
    const [ann, ben] = [await server.user(121), await server.user(122)];
    ben.cut();
    for (let n = 0; n < 20; n += 1) ann.send(chat({ id: `q${n}`, to: 122 }));
    await barrier(ann, DOMAIN);
    server.prosody.kill('SIGKILL');
    await ann.closed();
    await server.prosody.whenReady();
    await server.components.whenOnline();
    expect(await midsOf(await server.user(122))).toEqual(Array.from({ length: 20 }, (_, n) => `q${n}`));
  });

  test('a message is archived once, with its first text, when its id is sent repeatedly', async () => {
    const [ann, ben] = [await server.user(131), await server.user(132)];
    const bodies = ['first', 'first', 'second'];
    const seen = [];
    for (const body of bodies) {
      now += 1_000;
      ann.send(chat({ id: 'again', to: 132, body }));
      seen.push(await ben.take('the message', hasId('again')));
    }
    const [first] = seen;
    expect(seen.map((one) => [readEnvelope(one)?.body, readEnvelope(one)?.at, idsIn(one)])).toEqual(
      bodies.map(() => ['first', first && readEnvelope(first)?.at, first && idsIn(first)]),
    );
    // Two streams send the same id at once, so one batch contains the same row twice.
    const other = await server.user(131);
    for (const from of [ann, other]) from.send(chat({ id: 'twice', to: 132 }));
    for (const from of [ann, other]) await barrier(from, DOMAIN);
    expect(await midsOf(ben)).toEqual(['again', 'twice']);
    expect(await midsOf(ann)).toEqual(['again', 'twice']);
  });

  test('messages keep their order in a burst with stanzas that are not archived', async () => {
    const [ann, ben] = [await server.user(141), await server.user(142)];
    const typing = xml('composing', { xmlns: 'http://jabber.org/protocol/chatstates' });
    const before = await ackedCount(ann);
    for (let n = 0; n < 600; n += 1) {
      ann.send(chat({ id: `b${n}`, to: 142 }));
      if (n % 100 === 0)
        ann.send(xml('message', { xmlns: 'jabber:client', type: 'chat', id: `t${n}`, to: jid(142) }, typing));
    }
    await ben.until('the last', () => (ben.frames.some(hasId('b599')) ? true : undefined));
    const expected = Array.from({ length: 600 }, (_, n) => (n % 100 === 0 ? [`b${n}`, `t${n}`] : [`b${n}`])).flat();
    expect(ben.frames.flatMap(({ name, attrs }) => (name === 'message' ? [attrs['id']] : []))).toEqual(expected);
    expect(await ackedCount(ann)).toBe(before + expected.length);
    const newest = await asked(ben, { set: { before: '' } });
    expect(newest.items.map(({ mid }) => mid)).toEqual(Array.from({ length: 50 }, (_, n) => `b${550 + n}`));
  });

  test('a message is archived before it is forwarded: it is refused while the archive is down, and keeps its order', async () => {
    const [ann, ben] = [await server.user(161), await server.user(162)];
    const counted = await ackedCount(ann);
    server.setArchiveDown(true);
    ann.send(chat({ id: 'a', to: 162 }));
    ann.send(chat({ id: 'b', to: 162 }));
    for (const id of ['a', 'b']) {
      expect(errorOf(await ann.take('the refusal', hasId(id)))).toBe('internal-server-error/wait/unavailable');
    }
    server.setArchiveDown(false);
    ann.send(chat({ id: 'b', to: 162 }));
    expect(errorOf(await ann.take('the refusal', hasId('b')))).toBe('resource-constraint/wait/rate');
    for (const id of ['a', 'b']) ann.send(chat({ id, to: 162 }));
    await ben.take('the second', hasId('b'));
    expect(ben.frames.flatMap(({ name, attrs }) => (name === 'message' ? [attrs['id']] : []))).toEqual(['a']);
    expect(await ackedCount(ann)).toBe(counted + 5);
    expect(await midsOf(ben)).toEqual(['a', 'b']);
  });

  test('a message is delivered even when its sender disconnects at once', async () => {
    const ben = await server.user(182);
    for (let n = 0; n < 10; n += 1) {
      const ann = await server.user(181);
      ann.send(chat({ id: `bye${n}`, to: 182 }));
      ann.close();
      await ben.take('the last words', hasId(`bye${n}`));
    }
  });

  test("a carbon copy has the stanza id of the sender's archive", async () => {
    const [phone, laptop] = [await server.user(171), await server.user(171)];
    laptop.send(
      xml('iq', { xmlns: 'jabber:client', type: 'set', id: 'c' }, xml('enable', { xmlns: 'urn:xmpp:carbons:2' })),
    );
    await laptop.take('the carbons', hasId('c'));
    phone.send(chat({ id: 'copied', to: 172 }));
    const carbon = await laptop.take('the copy', (frame) => frame.getChild('sent') !== undefined);
    const copy = carbon.getChild('sent')?.getChild('forwarded')?.getChild('message');
    expect(copy && idsIn(copy)).toEqual([[jid(171), (await asked(laptop)).items[0]?.id]]);
  });

  test('a read mark is archived, and a typing notification is not', async () => {
    const [ann, ben] = [await server.user(151), await server.user(152)];
    ann.send(chat({ id: 'm', to: 152 }));
    await ben.take('the message', hasId('m'));
    const mark = xml('displayed', { xmlns: 'urn:xmpp:chat-markers:0', id: 'm' });
    const typing = xml('composing', { xmlns: 'http://jabber.org/protocol/chatstates' });
    for (const [id, child] of Object.entries({ typing, mark })) {
      ben.send(xml('message', { xmlns: 'jabber:client', type: 'chat', id, to: jid(151) }, child));
    }
    await ann.take('the mark', hasId('mark'));
    expect(await midsOf(ann)).toEqual(['m', 'mark']);
    expect(await midsOf(ben)).toEqual(['m', 'mark']);
  });
});

describe('the archive', () => {
  let ann: RawClient;
  const all = Array.from({ length: 7 }, (_, n) => ({ id: `p${n}`, to: n % 2 === 0 ? 202 : 203 }));
  const mids = all.map(({ id }) => id);
  beforeAll(async () => {
    ann = await server.user(201);
    for (const one of all) ann.send(chat(one));
    await barrier(ann, DOMAIN);
  });

  test('the archive is read in pages from either end, and reports when a page is the last', async () => {
    const newest = await asked(ann, { set: { max: '3', before: '' } });
    expect([newest.items.map(({ mid }) => mid), endOf(newest.iq).complete]).toEqual([mids.slice(4), false]);
    const older = await asked(ann, { set: { max: '10', before: endOf(newest.iq).first } });
    expect([older.items.map(({ mid }) => mid), endOf(older.iq).complete]).toEqual([mids.slice(0, 4), true]);
    const oldest = await asked(ann, { set: { max: '2' } });
    expect([oldest.items.map(({ mid }) => mid), endOf(oldest.iq).complete]).toEqual([mids.slice(0, 2), false]);
    const newer = await asked(ann, { set: { max: '5', after: endOf(oldest.iq).last } });
    expect([newer.items.map(({ mid }) => mid), endOf(newer.iq).complete]).toEqual([mids.slice(2), true]);
    const nothing = await asked(ann, { set: { after: endOf(newer.iq).last } });
    expect([nothing.items, endOf(nothing.iq)]).toEqual([[], { complete: true, first: '', last: '' }]);
    for (const { from } of newest.items) expect(from).toBe(jid(201));
    expect(newest.iq.attrs['from']).toBe(jid(201));
  });

  test('the archive is filtered by conversation and by time', async () => {
    const withBen = await asked(ann, { fields: { with: jid(202) } });
    expect(withBen.items.map(({ mid }) => mid)).toEqual(['p0', 'p2', 'p4', 'p6']);
    expect((await asked(ann, { fields: { with: `u_202@elsewhere.example` } })).items).toEqual([]);
    const third = Date.parse(withBen.items[1]?.stamp ?? '');
    const [start, end] = [third, third + 1].map((ms) => new Date(ms).toISOString());
    const between = await asked(ann, { fields: { start: start ?? '', end: end ?? '' } });
    expect(between.items.map(({ mid }) => mid)).toEqual(['p2', 'p3']);
  });

  test.each([
    ['an id that was never assigned', { set: { after: '4711' } }, 'item-not-found/cancel'],
    ['an id that is no number', { set: { before: 'aB3-_x' } }, 'item-not-found/cancel'],
    ['a negative number of items', { set: { max: '-1' } }, 'bad-request/modify'],
    ['a page by index', { set: { index: '3' } }, 'bad-request/modify'],
    ['an invalid time', { fields: { start: 'yesterday' } }, 'bad-request/modify'],
    ['an unknown field', { fields: { within: 'x' } }, 'bad-request/modify'],
  ])('the archive refuses a query with %s', async (_, query, condition) => {
    expect(errorOf((await asked(ann, query)).iq)).toBe(`${condition}/undefined`);
  });

  test("the archive is private: another account's id is unknown, and its conversation with a third user is empty", async () => {
    const theirs = await asked(ann);
    const ben = await server.user(202);
    expect(errorOf((await asked(ben, { set: { after: theirs.items[0]?.id ?? '' } })).iq)).toMatch(/^item-not-found/);
    expect(await midsOf(ben)).toEqual(['p0', 'p2', 'p4', 'p6']);
    expect((await asked(ben, { fields: { with: jid(203) } })).items).toEqual([]);
  });

  test('the archive answers with the fields of its query form, and with its first and last message', async () => {
    const { items } = await asked(ann);
    const get = async (name: string) => {
      now += 10_000;
      ann.send(xml('iq', { xmlns: 'jabber:client', type: 'get', id: name }, xml(name, { xmlns: 'urn:xmpp:mam:2' })));
      return (await ann.take(name, hasId(name))).getChild(name, 'urn:xmpp:mam:2');
    };
    const fields = (await get('query'))?.getChild('x', 'jabber:x:data')?.getChildren('field');
    expect(fields?.map(({ attrs }) => attrs['var'])).toEqual(['FORM_TYPE', 'with', 'start', 'end']);
    const ends = (await get('metadata'))?.getChildElements().map(({ name, attrs }) => [name, attrs['id']]);
    expect(ends).toEqual([
      ['start', items[0]?.id],
      ['end', items.at(-1)?.id],
    ]);
  });

  test('archive queries of an account over all its streams are refused beyond two, and one more passes 500 ms later', async () => {
    const other = await server.user(201);
    now += 10_000;
    const outcomes = [];
    for (const client of [ann, other, ann, other]) outcomes.push((await ask(client)).iq);
    expect(outcomes.map(({ attrs }) => attrs['type'])).toEqual(['result', 'result', 'error', 'error']);
    expect(outcomes.slice(2).map(errorOf)).toEqual(Array(2).fill('resource-constraint/wait/rate'));
    now += 500;
    expect((await ask(ann)).iq.attrs['type']).toBe('result');
    expect((await ask(ann)).iq.attrs['type']).toBe('error');
  });
});
