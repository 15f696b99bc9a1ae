import xml from '@xmpp/xml';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { boundHere } from '../../tools/test/slow-machine.ts';
import { ackedCount, barrier, openRaw, type RawClient, signIn } from '../harness/raw-client.ts';
import { startProxy } from '../harness/servers/proxy.ts';
import { DOMAIN, startXmppServer, tokenOf, type XmppServer } from '../harness/servers/xmpp-server.ts';
import { chat, hasId } from './messages.ts';

let server: XmppServer;
beforeAll(async () => {
  server = await startXmppServer({ postgresUrl: inject('postgresUrl'), edge: { pingIntervalMs: 200 } });
});
afterAll(() => server.close());

const resume = async (client: RawClient, previd: string, h: number) => {
  client.send(`<resume xmlns='urn:xmpp:sm:3' previd='${previd}' h='${h}'/>`);
  return client.take('the resumption', (frame) => frame.name === 'resumed' || frame.name === 'failed');
};

test('refused and accepted stanzas count alike before and after a resume, and handled stanzas are not replayed', async () => {
  const ben = await server.user(402);
  const ann = await server.user(401);
  const [refused, accepted] = [7, 5];
  const start = await ackedCount(ann);
  for (let n = 0; n < refused; n += 1) ann.send(chat({ id: `no${n}`, to: 402, attrs: { type: 5 } }));
  for (let n = 0; n < accepted; n += 1) ann.send(chat({ id: `yes${n}`, to: 402 }));
  expect(await ackedCount(ann)).toBe(start + refused + accepted);
  for (let n = 0; n < refused; n += 1) await ann.take('a refusal', hasId(`no${n}`));
  for (let n = 0; n < accepted; n += 1) await ben.take('a message', hasId(`yes${n}`));

  const handled = ann.inbound();
  ann.cut();
  ben.send(chat({ id: 'while-away', to: 401 }));
  await barrier(ben, DOMAIN);

  const again = await server.raw();
  await server.login(again, 401);
  const resumed = await resume(again, ann.resumption, handled);
  expect(resumed.name).toBe('resumed');
  expect(Number(resumed.attrs['h'])).toBe(start + refused + accepted);
  await again.take('what came meanwhile', hasId('while-away'));
  expect(again.inbound()).toBe(1);

  again.send(chat({ id: 'no-again', to: 402, attrs: { type: 5 } }));
  again.send(chat({ id: 'yes-again', to: 402 }));
  expect(await ackedCount(again)).toBe(start + refused + accepted + 2);
  await again.take('a refusal after the resume', hasId('no-again'));
  await ben.take('a message after the resume', hasId('yes-again'));
});

test('a refusal sent while the client was disconnected arrives with the resume', async () => {
  const ann = await server.user(403);
  const handled = ann.inbound();
  ann.send(chat({ id: 'last-words', to: 404, attrs: { type: 401 } }));
  // The acknowledgement proves that the server handled the stanza; the refusal itself is lost with the socket.
  await ackedCount(ann);
  ann.cut();
  const again = await server.raw();
  await server.login(again, 403);
  await resume(again, ann.resumption, handled);
  expect((await again.take('the refusal', hasId('last-words'))).attrs['type']).toBe('error');
});

test('a closed stream cannot be resumed', async () => {
  const ann = await server.user(405);
  ann.close();
  await ann.closed();
  const again = await server.raw();
  await server.login(again, 405);
  expect((await resume(again, ann.resumption, 0)).name).toBe('failed');
});

test('the pong of the gate comes after every earlier refusal and every earlier message', async () => {
  const ben = await server.user(412);
  const ann = await server.user(411);
  const seen: string[] = [];
  const expected: string[] = [];
  for (let n = 0; n < 200; n += 1) {
    const bad = n % 3 === 0;
    ann.send(chat({ id: `b${n}`, to: 412, attrs: { type: bad ? 23 : 0 } }));
    if (bad) expected.push(`b${n}`);
    if (n % 20 === 19) {
      const ping = xml('ping', { xmlns: 'urn:xmpp:ping' });
      ann.send(xml('iq', { xmlns: 'jabber:client', type: 'get', id: `pong${n}`, to: `gate.${DOMAIN}` }, ping));
      expected.push(`pong${n}`);
    }
  }
  await ann.until('the last pong', () => (ann.frames.some(hasId('pong199')) ? true : undefined));
  for (const frame of ann.frames) {
    if (frame.name === 'message' || frame.name === 'iq') seen.push(frame.attrs['id'] ?? '');
  }
  expect(seen).toEqual(expected);
  const arrived = () => ben.frames.flatMap(({ name, attrs }) => (name === 'message' ? [attrs['id']] : []));
  await ben.until('the last message', () => (ben.frames.some(hasId('b199')) ? true : undefined));
  expect(arrived()).toEqual(Array.from({ length: 200 }, (_, n) => n).flatMap((n) => (n % 3 === 0 ? [] : [`b${n}`])));
});

test('a client that stops answering pings is disconnected, and resumes without a loss', async () => {
  const proxy = await startProxy(Number(new URL(server.url).port));
  try {
    const ann = await openRaw(`ws://127.0.0.1:${proxy.port}/xmpp-websocket`);
    const previd = await signIn(ann, { user: 'u_431', token: tokenOf(431), domain: DOMAIN });
    const [ben, quiet] = [await server.user(432), await server.user(433)];
    const handled = ann.inbound();
    proxy.blackhole(true);
    const isThere = () => [...server.streams.values()].includes(431);
    await expect.poll(isThere, { timeout: 20_000, interval: 10 }).toBe(false);
    // An idle client stays connected: it answers websocket pings.
    expect(quiet.isClosed()).toBe(false);
    ben.send(chat({ id: 'in-the-dark', to: 431 }));
    await barrier(ben, DOMAIN);
    const again = await server.raw();
    await server.login(again, 431);
    expect((await resume(again, previd, handled)).name).toBe('resumed');
    await again.take('what came meanwhile', hasId('in-the-dark'));
    ann.cut();
  } finally {
    await proxy.close();
  }
});

/** ejabberd starts slowly, so the time counts from when it accepts connections. */
const IS_ERLANG = process.env['GEMCALL_TEST_ENGINE'] === 'ejabberd';

test('services and users reconnect within two seconds when Prosody is killed', async () => {
  let start = performance.now();
  const ann = await server.user(421);
  server.prosody.kill('SIGKILL');
  expect(await ann.closed()).toBe(1012);
  await server.prosody.whenReady();
  if (IS_ERLANG) start = performance.now();
  await server.components.whenOnline();
  expect(performance.now() - start).toBeLessThan(boundHere(2_000));
  const again = await server.user(421);
  await barrier(again, DOMAIN);
});
