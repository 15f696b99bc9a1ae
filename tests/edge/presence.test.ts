import xml from '@xmpp/xml';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { readPresenceNews, writePresence, writeWatch } from '../../contract/people/presence.ts';
import { boundHere } from '../../tools/test/slow-machine.ts';
import { authenticate, barrier, type RawClient } from '../harness/raw-client.ts';
import { type Backend, startWholeBackend } from '../harness/servers/backend.ts';
import { DOMAIN } from '../harness/servers/xmpp-server.ts';
import { chat, errorOf, hasId } from './messages.ts';
import { ask, GATE, news, untaken, watch } from './watch.ts';

const ANN = 100_001;
const [HOST, OTHER, HIDDEN] = [9001, 9002, 9003];
let server: Backend;
beforeAll(async () => {
  server = await startWholeBackend(inject('postgresUrl'));
});
afterAll(() => server?.close());
beforeEach(async () => {
  await server.pool.query('delete from block');
  await server.pool.query('delete from account_settings');
});

const connect = async (uid: number) => server.connect(await server.logIn(uid));
const hide = (uid: number, hidden: boolean) =>
  server.pool.query(
    `insert into account_settings (uid, changed) values ($1, $2)
     on conflict (uid) do update set changed = excluded.changed`,
    [uid, { lastSeen: !hidden }],
  );
/** Waits until both are online: a stream is recorded with a delay. */
const bothAreSeen = (client: RawClient) =>
  expect
    .poll(() => watch(client, [HOST, OTHER]), { timeout: 20_000, interval: 250 })
    .toEqual({ [HOST]: 'online', [OTHER]: 'online' });
const until = (condition: () => boolean) => expect.poll(condition, { timeout: 20_000, interval: 5 }).toBe(true);

test('a watcher learns within a second that a user came online or left', async () => {
  const ann = await connect(ANN);
  expect(await watch(ann, [HOST, OTHER])).toEqual({ [HOST]: 'offline', [OTHER]: 'offline' });
  const host = await connect(HOST);
  let start = performance.now();
  await news(ann, HOST, 'online');
  expect(performance.now() - start).toBeLessThan(boundHere(1_000));
  start = performance.now();
  host.close();
  const left = await news(ann, HOST, 'offline');
  expect(performance.now() - start).toBeLessThan(boundHere(1_000));
  expect(left.attrs).toMatchObject({ type: 'headline', from: GATE });
  expect(untaken(ann)).toEqual([]);
  ann.cut();
});

test('a broken stream is announced as offline when it cannot be resumed any more, and not when the user reconnects in time', async () => {
  const [ann, other] = [await connect(ANN), await connect(OTHER)];
  const user = await server.logIn(HOST);
  const host = await server.connect(user);
  await bothAreSeen(ann);
  const start = performance.now();
  host.cut();
  other.cut();
  const back = await server.connect(user);
  await news(ann, OTHER, 'offline');
  expect(performance.now() - start).toBeGreaterThan(3_000);
  await barrier(ann, DOMAIN);
  expect(untaken(ann)).toEqual([]);
  back.close();
  ann.cut();
});

test('presence changes reach only the watching stream, and no archive', async () => {
  const ann = await connect(ANN);
  await watch(ann, [HOST]);
  const host = await connect(HOST);
  const headline = await news(ann, HOST, 'online');
  expect(headline.attrs['to']).toMatch(/^u_100001@localhost\/./);
  host.close();
  await news(ann, HOST, 'offline');
  const query = xml('query', { xmlns: 'urn:xmpp:mam:2' });
  ann.send(xml('iq', { xmlns: 'jabber:client', type: 'set', id: 'archive' }, query));
  await ann.take('the end of the archive', hasId('archive'));
  expect(ann.frames.filter((frame) => frame.getChild('result', 'urn:xmpp:mam:2'))).toEqual([]);
  ann.cut();
});

test('a user who hides their presence is never announced, and is announced as offline when they start to hide', async () => {
  await hide(HIDDEN, true);
  const ann = await connect(ANN);
  expect(await watch(ann, [HIDDEN, HOST])).toEqual({ [HIDDEN]: 'offline', [HOST]: 'offline' });
  const [hidden, host] = [await connect(HIDDEN), await connect(HOST)];
  await news(ann, HOST, 'online');
  expect(untaken(ann)).toEqual([]);
  await hide(HIDDEN, false);
  await news(ann, HIDDEN, 'online');
  await hide(HIDDEN, true);
  await news(ann, HIDDEN, 'offline');
  hidden.close();
  host.close();
  await news(ann, HOST, 'offline');
  expect(untaken(ann)).toEqual([]);
  ann.cut();
});

test('users do not see the presence of each other when one blocks the other', async () => {
  const [ann, host, other] = [await connect(ANN), await connect(HOST), await connect(OTHER)];
  await bothAreSeen(ann);
  await server.pool.query('insert into block (owner_uid, blocked_uid) values ($1, $2)', [HOST, ANN]);
  await news(ann, HOST, 'offline');
  expect(await watch(ann, [HOST, OTHER])).toEqual({ [HOST]: 'offline', [OTHER]: 'online' });
  host.close();
  other.close();
  await news(ann, OTHER, 'offline');
  expect(untaken(ann)).toEqual([]);
  await server.pool.query('delete from block');
  ann.cut();
});

test('a new watch replaces the old one, and ends with its stream', async () => {
  await until(() => server.watching()?.watchers === 0);
  const ann = await connect(ANN);
  await watch(ann, [HOST, OTHER, OTHER]);
  expect(server.watching()).toEqual({ watchers: 1, watched: 2 });
  await watch(ann, [OTHER]);
  expect(server.watching()).toEqual({ watchers: 1, watched: 1 });
  const [host, other] = [await connect(HOST), await connect(OTHER)];
  await news(ann, OTHER, 'online');
  expect(untaken(ann)).toEqual([]);
  ann.cut();
  await until(() => server.watching()?.watchers === 0);
  expect(server.watching()).toEqual({ watchers: 0, watched: 0 });
  host.close();
  other.close();
});

test('a resumed stream can watch again and gets further presence changes', async () => {
  const user = await server.logIn(ANN);
  const ann = await server.connect(user);
  await watch(ann, [HOST]);
  const heard = ann.inbound();
  ann.cut();
  const again = await server.open();
  await authenticate(again, { user: `u_${ANN}`, token: user.vcToken, domain: DOMAIN });
  again.send(`<resume xmlns='urn:xmpp:sm:3' previd='${ann.resumption}' h='${heard}'/>`);
  await again.take('the resumption', (frame) => frame.name === 'resumed');
  await watch(again, [HOST]);
  const host = await connect(HOST);
  await news(again, HOST, 'online');
  host.close();
  again.cut();
});

test('a watch of more than 400 users, of an invalid uid, or sent to another address than the gate is refused', async () => {
  const ann = await connect(ANN);
  const uids = (count: number) => Array.from({ length: count }, (_, n) => 900_000 + n);
  const refusal = async (watched: ReturnType<typeof writeWatch>, to?: string) => errorOf(await ask(ann, watched, to));
  expect(Object.keys(await watch(ann, uids(400)))).toHaveLength(400);
  expect(await refusal(writeWatch(uids(401)))).toBe('bad-request/modify/unreadable');
  expect(await refusal(xml('watch', { xmlns: 'urn:gemcall:presence:1' }, '9001 x'))).toBe(
    'bad-request/modify/unreadable',
  );
  expect(await refusal(writeWatch([HOST]), `hub.${DOMAIN}`)).toBe('not-allowed/cancel/not-allowed');
  expect(await refusal(writeWatch([HOST]), `u_${HOST}@${DOMAIN}`)).toBe('not-allowed/cancel/not-allowed');
  ann.cut();
});

test('a watch is bound to its own stream when the client names another stream in it', async () => {
  const [ann, host] = [await connect(ANN), await connect(HOST)];
  await watch(ann, [OTHER]);
  // A watch under a made-up stream id would never end.
  await ask(host, writeWatch([OTHER], 'made-up'));
  host.close();
  await until(() => server.watching()?.watchers === 1);
  ann.cut();
});

test('presence forged by a user is not forwarded', async () => {
  const [ann, host] = [await connect(ANN), await connect(HOST)];
  const forged = () => writePresence(new Map([[OTHER, 'online' as const]]));
  const to = `u_${ANN}@${DOMAIN}`;
  const headline = { xmlns: 'jabber:client', type: 'headline', id: 'headline', to, from: GATE };
  host.send(xml('message', headline, forged()));
  host.send(xml('message', { xmlns: 'jabber:client', type: 'chat', id: 'bare', to }, forged()));
  host.send(chat({ id: 'with-a-text', to: ANN, extra: [forged()] }));
  await barrier(host, DOMAIN);
  expect(errorOf(await host.take('a refusal', hasId('headline')))).toBe('not-allowed/cancel/not-allowed');
  expect(errorOf(await host.take('a refusal', hasId('bare')))).toBe('bad-request/modify/unreadable');
  const text = await ann.take('the text alone', hasId('with-a-text'));
  expect(text.getChild('presence', 'urn:gemcall:presence:1')).toBeUndefined();
  await barrier(ann, DOMAIN);
  // The gate may ask a stream that it learned of late to watch again.
  const told = ann.frames.filter((frame) => readPresenceNews(frame, GATE)?.kind !== 'watch-again');
  expect(told.filter(({ name, children }) => name === 'message' && String(children).includes('presence'))).toEqual([]);
  host.close();
  ann.cut();
});
