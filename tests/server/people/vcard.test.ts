import xml, { type Element } from '@xmpp/xml';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { HUB_NS } from '../../../contract/calls/hub.ts';
import { SERVICES } from '../../../contract/jid.ts';
import type { ProfileChange } from '../../../contract/people/people.ts';
import { writeWatch } from '../../../contract/people/presence.ts';
import { readVCard, VCARD_NS, writeVCard } from '../../../contract/people/vcard.ts';
import { chat, hasId } from '../../edge/messages.ts';
import type { User } from '../../harness/api.ts';
import { callClient, shownOf } from '../../harness/calls/call-client.ts';
import type { RawClient } from '../../harness/raw-client.ts';
import { type Backend, startWholeBackend } from '../../harness/servers/backend.ts';
import { DOMAIN } from '../../harness/servers/xmpp-server.ts';

let backend: Backend;
let ann: User;
let ben: User;
let anns: RawClient;
let bens: RawClient;
beforeAll(async () => {
  backend = await startWholeBackend(inject('postgresUrl'));
  [ann, ben] = [await backend.logIn(100_001), await backend.logIn(264_457_002)];
  [anns, bens] = [await backend.connect(ann), await backend.connect(ben)];
});
afterAll(() => backend?.close());

let n = 0;
async function ask(client: RawClient, type: 'get' | 'set', payload: Element, to?: string): Promise<Element> {
  n += 1;
  const id = `ask-${n}`;
  client.send(xml('iq', { xmlns: 'jabber:client', type, id, to }, payload));
  return client.take('the answer', hasId(id));
}
const jid = (uid: number) => `u_${uid}@${DOMAIN}`;
const cardOf = async (client: RawClient, to?: string) =>
  readVCard((await ask(client, 'get', xml('vCard', { xmlns: VCARD_NS }), to)).getChild('vCard', VCARD_NS));
const set = (client: RawClient, card: ProfileChange, to?: string) => ask(client, 'set', writeVCard(card), to);
/** Returns the condition and the text of a stanza error. */
const errorOf = (answer: Element) => {
  const [condition, text] = answer.getChild('error')?.getChildElements() ?? [];
  return [condition?.name, text?.text() ?? ''];
};

describe('vCards over XMPP', () => {
  test('a vCard set over XMPP is the profile of the API, and the other way round', async () => {
    const card = {
      nickName: 'Ann <&>',
      bDay: '1990-02-28',
      country: 'GB',
      email: 'ann@example.com',
      tel: '+4420 79460958',
    };
    expect((await set(anns, card)).attrs['type']).toBe('result');
    expect(await backend.call('profile', {}, ann)).toMatchObject(card);
    await backend.call('updateProfile', { about: 'one\ntwo', address: '1 High Street', gender: 'female' }, ann);
    expect(await cardOf(anns)).toMatchObject({
      ...card,
      about: 'one\ntwo',
      address: '1 High Street',
      gender: 'female',
    });
    expect(await cardOf(anns, jid(ann.id))).toMatchObject(card);
  });

  test('a vCard set changes only the fields in it, and clears empty ones', async () => {
    await set(anns, { about: '' });
    expect(await backend.call('profile', {}, ann)).toMatchObject({
      about: '',
      email: 'ann@example.com',
      country: 'GB',
    });
  });

  test('the vCard of another user has no telephone number, e-mail address or postal address', async () => {
    const seen = await cardOf(bens, jid(ann.id));
    expect(seen).toMatchObject({ nickName: 'Ann <&>', bDay: '1990-02-28', country: 'GB', gender: 'female' });
    for (const field of ['tel', 'email', 'address']) expect(seen).not.toHaveProperty(field);
  });

  test('the vCard of a host contains albums and clips', async () => {
    // The demo pictures are imported in the background, after the server is ready.
    await expect
      .poll(() => cardOf(bens, jid(9001)), { timeout: 30_000 })
      .toMatchObject({
        gender: 'female',
        albums: [expect.stringMatching(/^\/media\//), expect.stringMatching(/^\/media\//)],
        videos: [{ checksum: expect.stringMatching(/^[0-9a-f]{32}$/), videoUrl: expect.stringMatching(/^\/media\//) }],
      });
  });

  test('an invalid vCard is refused with the error of its field, and nothing is stored', async () => {
    expect(errorOf(await set(anns, { email: 'nonsense', country: 'FR' }))).toEqual([
      'bad-request',
      'email: must be an e-mail address or empty',
    ]);
    expect(errorOf(await set(anns, { bDay: '2020-01-01' }))).toEqual([
      'bad-request',
      'bDay: you must be at least 18 years old',
    ]);
    expect(errorOf(await set(anns, { avatarUrl: 'https://elsewhere.example/a.png' }))[1]).toMatch(/^avatarUrl: /);
    expect(await backend.call('profile', {}, ann)).toMatchObject({ country: 'GB', avatarUrl: '' });
  });

  test('the vCard of another user cannot be set', async () => {
    expect(errorOf(await set(anns, { nickName: 'Fool' }, jid(ben.id)))[0]).toBe('not-allowed');
    expect((await backend.call('profile', {}, ben)).nickName).not.toBe('Fool');
  });

  test('a vCard of an unknown account or a blocker does not exist, and a blocker sees only the name of the blocked user', async () => {
    const notThere = async (client: RawClient, uid: number) =>
      errorOf(await ask(client, 'get', xml('vCard', { xmlns: VCARD_NS }), jid(uid)))[0];
    expect(await notThere(anns, 999_999_999)).toBe('item-not-found');
    await backend.call('changeRelation', { targetUid: ann.id, action: 'block' }, ben);
    expect(await notThere(anns, ben.id)).toBe('item-not-found');
    expect(await cardOf(bens, jid(ann.id))).toEqual({ nickName: 'Ann <&>' });
    await backend.call('changeRelation', { targetUid: ben.id, action: 'block' }, ann);
    expect([await notThere(anns, ben.id), await notThere(bens, ann.id)]).toEqual(['item-not-found', 'item-not-found']);
    await backend.call('changeRelation', { targetUid: ben.id, action: 'unblock' }, ann);
    await backend.call('changeRelation', { targetUid: ann.id, action: 'unblock' }, ben);
    expect(await cardOf(anns, jid(ben.id))).toBeDefined();
  });

  test('many simultaneous vCard requests are all answered', async () => {
    const cards = await Promise.all(Array.from({ length: 30 }, () => cardOf(bens, jid(ann.id))));
    expect(new Set(cards.map((card) => JSON.stringify(card))).size).toBe(1);
  });

  test('a vCard that cannot be read temporarily is answered with an error of type wait', async () => {
    await backend.pool.query('alter table profile rename to away');
    const answer = await ask(anns, 'get', xml('vCard', { xmlns: VCARD_NS }), jid(ben.id));
    await backend.pool.query('alter table away rename to profile');
    expect([errorOf(answer)[0], answer.getChild('error')?.attrs['type']]).toEqual(['internal-server-error', 'wait']);
    expect(await cardOf(anns, jid(ben.id))).toBeDefined();
  });

  test('a vCard that is too large or malformed is refused', async () => {
    const huge = xml('vCard', { xmlns: VCARD_NS }, xml('DESC', {}, 'x'.repeat(2_000)));
    expect(errorOf(await ask(anns, 'set', huge))[0]).toBe('bad-request');
    const broken = xml('vCard', { xmlns: VCARD_NS }, xml('X-ALBUMS', {}, '{'));
    expect(errorOf(await ask(anns, 'set', broken))[0]).toBe('bad-request');
  });
});

describe('block lists over XMPP', () => {
  const NS = 'urn:xmpp:blocking';
  const blocking = (name: string, ...uids: number[]) =>
    xml(name, { xmlns: NS }, ...uids.map((uid) => xml('item', { jid: jid(uid) })));
  const listOf = async (client: RawClient) =>
    (await ask(client, 'get', blocking('blocklist')))
      .getChild('blocklist', NS)
      ?.getChildren('item')
      .map(({ attrs }) => attrs['jid'])
      .sort();
  const blocked = async (user: User) => (await backend.call('combineInfo', {}, user)).mainInfo.blockInfo.blocked.sort();

  test('the block list over XMPP is the one of the API, in both directions', async () => {
    await backend.call('changeRelation', { targetUid: 9001, action: 'block' }, ann);
    expect(await listOf(anns)).toEqual([jid(9001)]);
    expect((await ask(anns, 'set', blocking('block', ben.id, 9002))).attrs['type']).toBe('result');
    expect(await blocked(ann)).toEqual([264_457_002, 9001, 9002]);
    expect((await ask(anns, 'set', blocking('unblock', 9001))).attrs['type']).toBe('result');
    expect(await blocked(ann)).toEqual([264_457_002, 9002]);
    await ask(anns, 'set', blocking('unblock'));
    expect([await blocked(ann), await listOf(anns)]).toEqual([[], []]);
  });

  test('a block over XMPP ends the relations between the users like one by the API', async () => {
    await backend.call('changeRelation', { targetUid: ann.id, action: 'like' }, ben);
    await ask(anns, 'set', blocking('block', ben.id));
    await ask(anns, 'set', blocking('unblock', ben.id));
    const { relations } = await backend.call('friendsRelative', { targetUid: [ann.id] }, ben);
    expect(relations[0]?.liked).toBe(false);
  });

  test('a block of several users over XMPP is applied entirely or not at all', async () => {
    expect(errorOf(await ask(anns, 'set', blocking('block', 9003, 999_999_999)))[0]).toBe('item-not-found');
    expect(errorOf(await ask(anns, 'set', blocking('block', 9003, ann.id)))[0]).toBe('bad-request');
    expect(errorOf(await ask(anns, 'set', blocking('block')))[0]).toBe('bad-request');
    expect(await blocked(ann)).toEqual([]);
  });

  test('a block is pushed to the devices that requested the block list', async () => {
    const phone = await backend.connect(ann);
    await listOf(phone);
    await ask(anns, 'set', blocking('block', 9004));
    const told = await phone.take('the push', (frame) => frame.getChild('block', NS) !== undefined);
    expect(told.getChild('block', NS)?.getChild('item')?.attrs['jid']).toBe(jid(9004));
    await ask(anns, 'set', blocking('unblock', 9004));
  });
});

describe('invalid characters in text', () => {
  const controls = Array.from({ length: 0x20 }, (_, code) => String.fromCharCode(code));
  const noText = [...controls.filter((one) => !'\t\n\r'.includes(one)), '\ufffe', '\uffff', '\ud800', '\udc00'];
  const fields = ['nickName', 'about', 'tel', 'email', 'address', 'country', 'lang', 'bDay', 'avatarUrl'];
  const written = `Ann \u0001\u001f\ufffe\uffff\ufdd0\u{1ffff}😀`;

  test('an invalid character is refused by HTTP in every text field, while emoji and right-to-left marks are accepted', async () => {
    for (const field of fields) {
      const tried = field === 'nickName' ? noText : ['\u0000', '\u001f', '\ufffe', '\uffff', '\ud800'];
      const refused = tried.map((one) =>
        expect(backend.call('updateProfile', { [field]: `a${one}b` }, ann)).rejects.toThrow(
          `{"result":400,"msg":"${field}: holds a character that is no text"}`,
        ),
      );
      await Promise.all(refused);
    }
    await backend.call('updateProfile', { nickName: 'Ann 😀\u200f', about: '\u200fمرحبا 😀', address: '😀' }, ann);
    expect(await backend.call('profile', {}, ann)).toMatchObject({ nickName: 'Ann 😀', address: '😀' });
    const report = { targetUid: ben.id, reason: 'spam', note: 'a\uffff' };
    await expect(backend.call('report', report, ann)).rejects.toThrow('note: holds a character that is no text');
  });

  test('an invalid character is refused in a vCard and in a hub request, and a raw one ends only the stream of its sender', async () => {
    for (const one of ['\u0085', '\ufdd0', '\u{1fffe}']) {
      const card = xml('vCard', { xmlns: VCARD_NS }, xml('NICKNAME', {}, `a${one}b`));
      expect(errorOf(await ask(anns, 'set', card))[0]).toBe('bad-request');
    }
    for (const source of ['\\uffff', '\\u0000', '\\ud800']) {
      const json = `{"callee":9005,"kind":"paid","root":"","source":"${source}"}`;
      const action = xml('action', { xmlns: HUB_NS, name: 'SessionRequest', sid: '' });
      action.append(xml('json', { xmlns: 'urn:xmpp:json:0' }, json));
      expect(errorOf(await ask(anns, 'set', action, `hub.${DOMAIN}`))[0]).toBe('bad-request');
    }
    const reckless = await backend.connect(ann);
    reckless.send(`<iq type='set' id='raw' xmlns='jabber:client'><vCard xmlns='vcard-temp'>\uffff</vCard></iq>`);
    expect(await reckless.closed()).toBe(1008);
  });

  test('an invalid character in an older row is removed from every answer', async () => {
    const update = (sql: string) => backend.pool.query(sql, [written, ann.id]);
    await update('update account set nick_name = $1 where uid = $2');
    await update('update profile set about = $1, address = $1, tel = $1, email = $1 where uid = $2');
    const read = { nickName: 'Ann 😀', about: 'Ann 😀' };
    expect(await backend.call('profile', {}, ann)).toMatchObject({ ...read, tel: 'Ann 😀' });
    expect(await cardOf(bens, jid(ann.id))).toMatchObject(read);
    const [caller, host] = [callClient(anns), callClient(await backend.connect(await backend.logIn(9005)))];
    const noted = async () => (await backend.pool.query('select 1 from online_stream where uid = 9005')).rowCount;
    await expect.poll(noted, { timeout: 10_000 }).toBe(1);
    const { sid } = await caller.hears('SessionRequest', '', {
      callee: 9005,
      kind: 'paid',
      source: '',
      root: '',
      shown: shownOf(9005),
    });
    expect((await host.hears('CallCheck', sid, {})).caller.nickName).toBe('Ann 😀');
    await caller.hears('CallCancel', sid, {});
    expect((await ask(bens, 'set', writeWatch([ann.id]), `gate.${DOMAIN}`)).attrs['type']).toBe('result');
    anns.send(chat({ id: 'to-ben', to: ben.id }));
    expect((await bens.take('the message', hasId('to-ben'))).getChild('x')?.attrs['nick']).toBe('Ann 😀');
    const ping = xml('ping', { xmlns: 'urn:xmpp:ping' });
    for (const service of SERVICES)
      expect((await ask(bens, 'get', ping, `${service}.${DOMAIN}`)).attrs['type']).toBe('result');
  });
});
