import { client, type XmppClient } from '@xmpp/client';
import xml, { type Element } from '@xmpp/xml';
import { Strophe } from 'strophe.js';
import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import type { User } from '../../harness/api.ts';
import { type Backend, startWholeBackend } from '../../harness/servers/backend.ts';
import { DOMAIN } from '../../harness/servers/xmpp-server.ts';

const ROSTER_NS = 'jabber:iq:roster';
const INFO_NS = 'http://jabber.org/protocol/disco#info';
const ITEMS_NS = 'http://jabber.org/protocol/disco#items';
const MAM_NS = 'urn:xmpp:mam:2';
const WAIT = { timeout: 20_000 };

let backend: Backend;
let service: string;
let ann: User;
let ben: User;
const running: XmppClient[] = [];

beforeAll(async () => {
  backend = await startWholeBackend(inject('postgresUrl'));
  service = `${backend.url.replace('http', 'ws')}/xmpp-websocket`;
  [ann, ben] = [await backend.logIn(100_001), await backend.logIn(264_457_002)];
  // Node's clients send no Origin, as a page does.
  vi.stubGlobal(
    'WebSocket',
    class extends WebSocket {
      constructor(url: string, protocols: string | string[]) {
        super(url, protocols, { origin: backend.url });
      }
    },
  );
});
afterEach(async () => {
  for (const one of running.splice(0)) await one.stop();
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await backend?.close();
});

const jid = (user: User) => `u_${user.id}@${DOMAIN}`;
const befriend = async () => {
  await backend.call('changeRelation', { targetUid: ben.id, action: 'request' }, ann);
  await backend.call('changeRelation', { targetUid: ann.id, action: 'accept' }, ben);
};

type Client = Awaited<ReturnType<typeof start>>;

/** A client that knows only the standards: `@xmpp/client` without anything of this product. */
async function start(user: User) {
  const own = client({ service, domain: DOMAIN, username: `u_${user.id}`, password: user.vcToken });
  running.push(own);
  // The library may count the answer to its bind as a stanza of the stream, and the server ends a stream that acknowledges too many.
  Object.defineProperty(own.streamManagement, 'inbound', { get: () => 0, set: () => undefined });
  const stanzas: Element[] = [];
  own.on('error', () => undefined);
  own.on('stanza', (stanza) => stanzas.push(stanza));
  await own.start();
  await own.send(xml('presence'));
  let n = 0;
  const taken = (matches: (stanza: Element) => boolean) =>
    vi.waitFor(() => {
      const found = stanzas.find(matches);
      if (!found) throw new Error(`not among ${stanzas.map(String).join('\n')}`);
      return found;
    }, WAIT);
  return {
    send: (stanza: Element) => own.send(stanza),
    stanzas,
    taken,
    async ask(type: 'get' | 'set', payload: Element, to?: string): Promise<Element> {
      n += 1;
      const id = `ask-${n}`;
      await own.send(xml('iq', { type, id, to }, payload));
      return taken((stanza) => stanza.attrs['id'] === id);
    },
  };
}

const featuresOf = async (one: Client, to?: string) =>
  (await one.ask('get', xml('query', { xmlns: INFO_NS }), to))
    .getChild('query', INFO_NS)
    ?.getChildren('feature')
    .map(({ attrs }) => attrs['var']);
const itemsIn = (stanza: Element) =>
  stanza
    .getChild('query', ROSTER_NS)
    ?.getChildren('item')
    .map(({ attrs }) => attrs);
const rosterOf = async (one: Client) => itemsIn(await one.ask('get', xml('query', { xmlns: ROSTER_NS })));

test('a standard client discovers the server and its account, and reads a roster of friends with pushes', async () => {
  const anns = await start(ann);
  expect(await featuresOf(anns, DOMAIN)).toEqual(expect.arrayContaining([INFO_NS, 'urn:xmpp:carbons:2']));
  expect(await featuresOf(anns)).toContain(MAM_NS);
  const items = await anns.ask('get', xml('query', { xmlns: ITEMS_NS }), DOMAIN);
  expect([items.attrs['type'], items.attrs['from']]).toEqual(['result', DOMAIN]);
  const node = await anns.ask('get', xml('query', { xmlns: INFO_NS, node: 'commands' }), DOMAIN);
  expect(node.getChild('error')?.getChild('item-not-found')).toBeDefined();

  expect(await rosterOf(anns)).toEqual([]);
  await befriend();
  const friend = { jid: jid(ben), name: ben.nickName, subscription: 'both' };
  const push = await anns.taken((stanza) => stanza.attrs['type'] === 'set' && itemsIn(stanza) !== undefined);
  expect([itemsIn(push), push.attrs['from']]).toEqual([[friend], jid(ann)]);
  expect(await rosterOf(anns)).toEqual([friend]);
  await backend.call('changeRelation', { targetUid: ben.id, action: 'unfriend' }, ann);
  await anns.taken((stanza) => itemsIn(stanza)?.[0]?.['subscription'] === 'remove');
  expect(await rosterOf(anns)).toEqual([]);
});

test('a roster cannot be set, or read for another account, and the friends stay as they are', async () => {
  await befriend();
  const anns = await start(ann);
  const before = await rosterOf(anns);
  const set = (to?: string, ...items: Element[]) => anns.ask('set', xml('query', { xmlns: ROSTER_NS }, ...items), to);
  const item = (attrs: Record<string, string>) => xml('item', attrs);
  for (const answer of [
    await set(undefined, item({ jid: `u_9001@${DOMAIN}`, subscription: 'both' })),
    await set(undefined, item({ jid: jid(ben), subscription: 'remove' })),
    await set(jid(ben), item({ jid: jid(ann), subscription: 'both' })),
    await anns.ask('get', xml('query', { xmlns: ROSTER_NS }), jid(ben)),
    await anns.ask('get', xml('query', { xmlns: ROSTER_NS }), DOMAIN),
  ])
    expect([answer.attrs['type'], answer.getChild('error')?.getChild('not-allowed')?.name]).toEqual([
      'error',
      'not-allowed',
    ]);
  await anns.send(xml('presence', { type: 'subscribe', to: `u_9001@${DOMAIN}` }));
  expect(await rosterOf(anns)).toEqual(before);
});

test('two standard clients of different libraries chat as friends, correct, retract and react to a message, and read the messages in their archives', async () => {
  await befriend();
  const bens = await start(ben);
  const strophe = new Strophe.Connection(service);
  const received: globalThis.Element[] = [];
  await new Promise<void>((resolve, reject) =>
    strophe.connect(jid(ann), ann.vcToken, (status: number) => {
      if (status === Strophe.Status.CONNECTED) resolve();
      if (status === Strophe.Status.AUTHFAIL || status === Strophe.Status.CONNFAIL)
        reject(new Error(`status ${status}`));
    }),
  );
  strophe.addHandler((stanza: globalThis.Element) => received.push(stanza) > 0, '', 'message', '');
  strophe.send(new Strophe.Builder('presence'));
  const text = new Strophe.Builder('message', { to: jid(ben), type: 'chat', id: 'from-strophe' });
  strophe.send(text.c('body', {}, 'Hello from Strophe'));
  const hello = await bens.taken((stanza) => stanza.attrs['id'] === 'from-strophe');
  expect([hello.getChildText('body'), hello.attrs['from']?.split('/')[0]]).toEqual(['Hello from Strophe', jid(ann)]);
  await bens.send(xml('message', { to: jid(ann), type: 'chat', id: 'back' }, xml('body', {}, 'Hello back')));
  await vi.waitFor(() => expect(received.map((stanza) => stanza.getAttribute('id'))).toContain('back'), WAIT);
  const correction = new Strophe.Builder('message', { to: jid(ben), type: 'chat', id: 'corrected' });
  correction.c('body', {}, 'Hello from Strophe!').up();
  strophe.send(correction.c('replace', { xmlns: 'urn:xmpp:message-correct:0', id: 'from-strophe' }));
  const corrected = await bens.taken((stanza) => stanza.attrs['id'] === 'corrected');
  expect(corrected.getChild('replace', 'urn:xmpp:message-correct:0')?.attrs['id']).toBe('from-strophe');
  const reactions = xml('reactions', { xmlns: 'urn:xmpp:reactions:0', id: 'from-strophe' }, xml('reaction', {}, '🔥'));
  await bens.send(xml('message', { to: jid(ann), type: 'chat', id: 'reacted' }, reactions));
  await vi.waitFor(() => expect(received.map((stanza) => stanza.getAttribute('id'))).toContain('reacted'), WAIT);
  const reacted = received.find((stanza) => stanza.getAttribute('id') === 'reacted');
  expect(reacted?.getElementsByTagName('reaction')[0]?.textContent).toBe('🔥');
  const retraction = new Strophe.Builder('message', { to: jid(ben), type: 'chat', id: 'retracted' });
  strophe.send(retraction.c('retract', { xmlns: 'urn:xmpp:message-retract:1', id: 'from-strophe' }));
  const retracted = await bens.taken((stanza) => stanza.attrs['id'] === 'retracted');
  expect(retracted.getChild('retract', 'urn:xmpp:message-retract:1')?.attrs['id']).toBe('from-strophe');
  strophe.disconnect('done');

  await bens.ask('set', xml('query', { xmlns: MAM_NS, queryid: 'all' }));
  const archived = bens.stanzas.flatMap(
    (stanza) => stanza.getChild('result', MAM_NS)?.getChild('forwarded')?.getChild('message') ?? [],
  );
  expect(archived.slice(-5).map((message) => message.getChildText('body'))).toEqual([
    'Hello from Strophe',
    'Hello back',
    'Hello from Strophe!',
    '',
    '',
  ]);
});
