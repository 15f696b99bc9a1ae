import xml, { type Element } from '@xmpp/xml';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { LOGINS_PER_MINUTE } from '../../contract/account/rules.ts';
import {
  FAILED_LOGINS_PER_STREAM,
  FLOOD_AWAY_MS,
  FRAMES_BEFORE_LOGIN_MAX,
  STRANGE_STREAMS_PER_ADDRESS_MAX,
  STREAMS_PER_ACCOUNT_MAX,
} from '../../server/platform/edge/bounds.ts';
import { RATE_LIMITS } from '../../server/platform/limits/rates.ts';
import { authenticate, barrier, openRaw, type RawClient, signIn } from '../harness/raw-client.ts';
import { DOMAIN, startXmppServer, tokenOf, type XmppServer } from '../harness/servers/xmpp-server.ts';
import { chat, hasId } from './messages.ts';

const STANZAS = 5_000;
const BEN = 1_001;
const SASL = 'urn:ietf:params:xml:ns:xmpp-sasl';
let server: XmppServer;
let later = 0;
beforeAll(async () => {
  server = await startXmppServer({
    postgresUrl: inject('postgresUrl'),
    rateLimits: RATE_LIMITS,
    clock: { now: () => Date.now() + later },
    // The test sets the client address by the query string.
    edge: { addressOf: ({ url = '' }) => url.split('?')[1] ?? 'here' },
  });
});
afterAll(() => server.close());

const at = (place: string) => openRaw(`${server.url}?${place}`);
const login = (client: RawClient, uid: number, token = tokenOf(uid)) =>
  authenticate(client, { user: `u_${uid}`, token, domain: DOMAIN });
const conditionOf = ({ children: [child] }: Element) => (child instanceof Object ? child.name : undefined);
const endOf = async (client: RawClient) =>
  conditionOf(await client.take('the stream error', ({ name }) => name === 'error'));
/** Waits longer than the edge can pause reading from a flooding stream. */
const ended = (client: RawClient) => expect.poll(client.isClosed, { timeout: 25_000, interval: 20 }).toBe(true);

const stanza = (name: 'message' | 'iq', attrs: object, child: Element) =>
  xml(name, { xmlns: 'jabber:client', ...attrs }, child);
const floods: Record<string, (n: number) => Element> = {
  messages: (n) => chat({ id: `f${n}`, to: BEN }),
  'messages to unknown users': (n) => chat({ id: `f${n}`, to: 2_000_000 + n }),
  marks: (n) =>
    stanza(
      'message',
      { type: 'chat', id: `f${n}`, to: `u_${BEN}@${DOMAIN}` },
      xml('received', { xmlns: 'urn:xmpp:receipts', id: 'x' }),
    ),
  IQs: (n) => stanza('iq', { type: 'get', id: `f${n}`, to: DOMAIN }, xml('ping', { xmlns: 'urn:xmpp:ping' })),
  'archive queries': (n) => stanza('iq', { type: 'set', id: `f${n}` }, xml('query', { xmlns: 'urn:xmpp:mam:2' })),
  acknowledgements: () => xml('r', { xmlns: 'urn:xmpp:sm:3' }),
};

test('floods of every kind end with their streams, and other users are served meanwhile', async () => {
  const [ann, ben] = [await server.user(1_002), await server.user(BEN)];
  const flooders = await Promise.all(Object.keys(floods).map((_, n) => server.user(1_010 + n)));
  for (const [n, flood] of Object.values(floods).entries()) {
    for (let sent = 0; sent < STANZAS; sent += 1) flooders[n]?.send(flood(sent));
  }
  const before = server.edge.counts().frames;
  ann.send(chat({ id: 'meanwhile', to: BEN }));
  await ben.take('the message', hasId('meanwhile'));
  await barrier(ann, DOMAIN);
  await Promise.all(flooders.map(ended));
  const taken = server.edge.counts().frames - before;
  // Counts the frames accepted within the rate and those needed to detect the flood.
  expect(taken).toBeLessThan((STANZAS * flooders.length) / 5);
  await barrier(ann, DOMAIN);
  expect(ann.isClosed()).toBe(false);

  // A flooding account is refused for a while from every address; it may log in again afterwards.
  const again = await at('elsewhere');
  expect(conditionOf(await login(again, 1_010))).toBe('temporary-auth-failure');
  again.cut();
  later += FLOOD_AWAY_MS;
  const forgiven = await at('elsewhere');
  expect((await login(forgiven, 1_010)).name).toBe('success');
  forgiven.cut();
});

test('wrong logins end their stream, are then refused without a token check, and lock no account', async () => {
  const { hasToken } = server.accounts;
  let asked = 0;
  server.accounts.hasToken = (...claim) => {
    asked += 1;
    return hasToken(...claim);
  };
  const stream = await at('attacker');
  const secret = Buffer.from('\0u_1030\0wrong').toString('base64');
  stream.send(`<open xmlns='urn:ietf:params:xml:ns:xmpp-framing' to='${DOMAIN}' version='1.0'/>`);
  for (let n = 0; n < FAILED_LOGINS_PER_STREAM; n += 1) {
    stream.send(`<auth xmlns='${SASL}' mechanism='PLAIN'>${secret}</auth>`);
    await stream.take('the failure', ({ name }) => name === 'failure');
  }
  expect(await endOf(stream)).toBe('policy-violation');
  for (let n = FAILED_LOGINS_PER_STREAM; n < 12; n += 1) {
    const client = await at('attacker');
    const failure = await login(client, 1_030, 'wrong');
    expect(conditionOf(failure)).toBe(n < LOGINS_PER_MINUTE ? 'not-authorized' : 'temporary-auth-failure');
    client.cut();
  }
  expect(asked).toBe(LOGINS_PER_MINUTE);
  const owner = await at('home');
  expect((await login(owner, 1_030)).name).toBe('success');
  owner.cut();
  server.accounts.hasToken = hasToken;
});

test('the oldest stream of an account is closed when the account has too many', async () => {
  const streams: RawClient[] = [];
  for (let n = 0; n <= STREAMS_PER_ACCOUNT_MAX; n += 1) {
    const client = await at('many');
    await signIn(client, { user: 'u_1040', token: tokenOf(1_040), domain: DOMAIN });
    streams.push(client);
  }
  const [oldest, ...others] = streams;
  if (!oldest) throw new TypeError('no stream');
  expect(await endOf(oldest)).toBe('conflict');
  expect(await oldest.closed()).toBe(1008);
  for (const client of others) await barrier(client, DOMAIN);
  for (const client of others) client.cut();
});

test('the oldest websocket without a login is closed when there are too many, and frames before a login are limited', async () => {
  const idle: RawClient[] = [];
  for (let n = 0; n <= STRANGE_STREAMS_PER_ADDRESS_MAX; n += 1) idle.push(await at('idle'));
  expect(await idle[0]?.closed()).toBe(1008);
  expect(idle.slice(1).some((client) => client.isClosed())).toBe(false);
  const talker = idle.at(-1);
  for (let n = 0; n <= FRAMES_BEFORE_LOGIN_MAX; n += 1) talker?.send(`<auth xmlns='${SASL}' mechanism='X'/>`);
  expect(await talker?.closed()).toBe(1008);
  for (const client of idle) client.cut();
});
