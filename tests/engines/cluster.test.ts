import xml from '@xmpp/xml';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { readEnvelope } from '../../contract/chat/message.ts';
import { readPayload } from '../../contract/chat/payload.ts';
import { readGiftAnswer, writeGiftRequest } from '../../contract/gifts/buy.ts';
import { type Cluster, type ClusterNode, startCluster } from '../../tools/dev/two/cluster.ts';
import { chat, hasId } from '../edge/messages.ts';
import { news, watch } from '../edge/watch.ts';
import { newOpenId, type User } from '../harness/api.ts';
import { callClient, shownOf } from '../harness/calls/call-client.ts';
import {
  ackedCount,
  archiveOf,
  authenticate,
  barrier,
  openRaw,
  type RawClient,
  signIn,
} from '../harness/raw-client.ts';
import { type Backend, startWholeBackend } from '../harness/servers/backend.ts';
import { DOMAIN, PASS_KEY } from '../harness/servers/xmpp-server.ts';
import { removeFolder, temporaryFolder } from '../harness/temporary.ts';

const SM = 'urn:xmpp:sm:3';
const SECRET = 'component-secret';
const SAM = 100_001;
const HOST = 9001;
/** The time in which clients of a killed node must be connected to the other node. */
const BACK_WITHIN_MS = 5_000;

const folder = temporaryFolder('cluster');
let cluster: Cluster;
let first: Backend;
let second: Backend;
let sam: User;
let asha: User;
/** Sam's devices: one at each process, each with its stream at another node. */
let phone: RawClient;
let laptop: RawClient;
let host: RawClient;

/** Starts a process with all roles. Its streams and services use the first node of `at` while it is available. */
const startProcess = (node: string, at: readonly ClusterNode[], more: Readonly<Record<string, string>> = {}) =>
  startWholeBackend(inject('postgresUrl'), {
    env: {
      NODE_ID: node,
      XMPP_DOMAIN: DOMAIN,
      XMPP_URL: at.map(({ url }) => url).join(','),
      XMPP_COMPONENT: at.map(({ component }) => component).join(','),
      XMPP_COMPONENT_SECRET: SECRET,
      XMPP_PASS_KEY: PASS_KEY,
      ...more,
    },
  });

beforeAll(async () => {
  const silent = { info: () => undefined, warn: () => undefined };
  cluster = await startCluster(folder, DOMAIN, { component: SECRET, pass: PASS_KEY }, silent);
  const [one, two] = cluster.nodes;
  first = await startProcess('1', [one]);
  second = await startProcess('2', [two], { DATABASE_URL: first.databaseUrl, DATA_DIR: first.dataDir });
  [sam, asha] = [await first.logIn(SAM), await second.logIn(HOST)];
  [phone, laptop, host] = [await first.connect(sam), await second.connect(sam), await second.connect(asha)];
  await first.pool.query(`insert into allowance_use values ('first', 'uid:${SAM}', 1, 'earlier')`);
});
afterAll(async () => {
  await second?.close();
  await first?.close();
  await cluster?.stop();
  removeFolder(folder);
});

const gems = async (user: User) => (await first.call('account', { action: 1 }, user)).gemsBalance;
const newcomer = async (at: Backend) => (await at.call('login', { openId: newOpenId(), channel: 'guest' })).userInfo;
const enableCarbons = async (client: RawClient) => {
  const enable = xml('enable', { xmlns: 'urn:xmpp:carbons:2' });
  client.send(xml('iq', { xmlns: 'jabber:client', type: 'set', id: 'carbons' }, enable));
  await client.take('the carbons', hasId('carbons'));
};
const copied = (name: 'sent' | 'received', id: string) => (frame: Parameters<ReturnType<typeof hasId>>[0]) =>
  frame.getChild(name)?.getChild('forwarded')?.getChild('message')?.attrs['id'] === id;

test('a message, its answer, its marker and their carbons reach all devices when they are at different nodes and processes', async () => {
  for (const device of [phone, laptop]) await enableCarbons(device);
  phone.send(chat({ id: 'there', to: HOST, body: 'over nodes' }));
  expect((await host.take('the message', hasId('there'))).getChildText('body')).toBe('over nodes');
  await laptop.take('the copy of what was sent', copied('sent', 'there'));
  host.send(chat({ id: 'back', to: SAM, body: 'and back' }));
  for (const device of [phone, laptop]) {
    await device.take('the answer', (frame) => hasId('back')(frame) || copied('received', 'back')(frame));
  }
  const mark = xml('displayed', { xmlns: 'urn:xmpp:chat-markers:0', id: 'back' });
  phone.send(xml('message', { xmlns: 'jabber:client', type: 'chat', id: 'seen', to: `u_${HOST}@${DOMAIN}` }, mark));
  await host.take('the mark', hasId('seen'));
  await laptop.take('the copy of the mark', copied('sent', 'seen'));
});

test('a message written at one node is in the archive of the other node once', async () => {
  for (let n = 0; n < 10; n += 1) phone.send(chat({ id: `page-${n}`, to: HOST }));
  await host.take('the last', hasId('page-9'));
  const written = ['there', 'back', ...Array.from({ length: 10 }, (_, n) => `page-${n}`)];
  for (const client of [laptop, host]) {
    const ids = (await archiveOf(client)).map((message) => message.attrs['id']);
    expect(ids.filter((id) => id !== 'seen')).toEqual(written);
  }
});

test('presence changes are pushed to users at the other node', async () => {
  expect(await watch(phone, [HOST])).toEqual({ [HOST]: 'online' });
  const tablet = await first.connect(asha);
  host.close();
  await host.closed();
  tablet.close();
  await news(phone, HOST, 'offline');
  host = await second.connect(asha);
  await news(phone, HOST, 'online');
});

test('a stream of one node and process is resumed at the other, and messages sent meanwhile follow in order', async () => {
  const guest = await newcomer(first);
  const mobile = await first.connect(guest);
  await barrier(mobile, DOMAIN);
  const heard = mobile.inbound();
  mobile.cut();
  await mobile.closed();
  for (let n = 0; n < 5; n += 1) host.send(chat({ id: `meanwhile-${n}`, to: guest.id }));
  await barrier(host, DOMAIN);
  const again = await second.open();
  await authenticate(again, { user: `u_${guest.id}`, token: guest.vcToken, domain: DOMAIN });
  again.send(`<resume xmlns='${SM}' previd='${mobile.resumption}' h='${heard}'/>`);
  const answer = await again.take('the resumption', ({ name }) => name === 'resumed' || name === 'failed');
  expect(answer.name).toBe('resumed');
  for (let n = 0; n < 5; n += 1) await again.take(`number ${n}`, hasId(`meanwhile-${n}`));
  again.send(chat({ id: 'resumed', to: HOST }));
  await host.take('the words of the resumed stream', hasId('resumed'));
});

test('two users at two nodes have a complete call: ring, answer, signals, a paid minute, end and receipts', async () => {
  const [caller, callee] = [callClient(phone), callClient(host)];
  const [before, hostsBefore] = [await gems(sam), await gems(asha)];
  const { sid, price, startTime } = await caller.hears('SessionRequest', '', {
    callee: HOST,
    kind: 'paid',
    source: 'wall',
    root: 'test',
    shown: shownOf(HOST),
  });
  caller.invite(sid, SAM, HOST, startTime);
  await host.take('the invitation', hasId(sid));
  expect((await callee.event('Ring')).sid).toBe(sid);
  await callee.hears('CallCheck', sid, {});
  const offer = { kind: 'description', generation: 0, type: 'offer', sdp: 'v=0\r\n' } as const;
  await caller.hears('WebRTCContent', sid, { signal: offer });
  // Signals during ringing are buffered at the caller's process. The callee at another process gets none, so the caller offers again.
  expect((await callee.hears('CallReady', sid, {})).signals).toEqual([]);
  await caller.event('PeerAnswered');
  await callee.hears('WebRTCContent', sid, { signal: { kind: 'ready', generation: 0 } });
  expect((await caller.event('WebRTCContent')).data.signal).toEqual({ kind: 'ready', generation: 0 });
  await caller.hears('WebRTCContent', sid, { signal: offer });
  expect((await callee.event('WebRTCContent')).data.signal).toEqual(offer);
  const candidate = (n: number) =>
    ({ kind: 'candidate', generation: 0, candidate: `candidate:${n}`, sdpMid: '0', sdpMLineIndex: 0 }) as const;
  for (let n = 0; n < 40; n += 1) void caller.ask('WebRTCContent', sid, { signal: candidate(n) });
  for (let n = 0; n < 40; n += 1) expect((await callee.event('WebRTCContent')).data.signal).toEqual(candidate(n));
  await callee.hears('WebRTCContent', sid, { signal: { ...offer, type: 'answer' } });
  expect((await caller.event('WebRTCContent')).data.signal).toMatchObject({ type: 'answer' });
  for (const side of [caller, callee]) await side.hears('SessionSuccess', sid, {});
  expect(await gems(sam)).toBe(before - price);
  expect(await caller.hears('SessionHeartbeat', sid, { flowing: true })).toMatchObject({ gems: price, metering: true });
  await callee.hears('SessionTerminate', sid, { reason: 'hangUp', rejectType: '' });
  expect((await caller.event('SessionTerminate')).data.receipt).toMatchObject({ sid, gems: price });
  expect([await gems(sam), await gems(asha)]).toEqual([before - price, hostsBefore + Math.floor(price * 0.6)]);
});

test('two users at two nodes are matched', async () => {
  const [caller, callee] = [callClient(phone), callClient(host)];
  const filter = { lang: '', country: '' };
  await callee.hears('MatchEnter', '', { filter });
  await caller.hears('MatchEnter', '', { filter });
  const [mine, hers] = [await caller.event('MatchFound'), await callee.event('MatchFound')];
  expect([mine.data.peer.uid, hers.data.peer.uid, hers.data.proposal]).toEqual([HOST, SAM, mine.data.proposal]);
  for (const side of [caller, callee]) {
    await side.hears('MatchAnswer', '', { proposal: mine.data.proposal, yes: true });
  }
  const { sid } = (await caller.event('MatchAgreed')).data;
  expect((await callee.event('MatchAgreed')).data.sid).toBe(sid);
  await callee.hears('SessionTerminate', sid, { reason: 'hangUp', rejectType: '' });
  await caller.event('SessionTerminate');
});

test('a gift ordered at both nodes is paid once and reaches the host', async () => {
  const before = await gems(sam);
  const op = 'gift-over-the-nodes--';
  const order = { op, gift: 'rose', price: 10, to: HOST, count: 1, where: 'chat', sid: '', combo: op } as const;
  const request = () => {
    const action = writeGiftRequest({ name: 'GiftBuy', data: { ...order, ask: '', lock: '' } });
    return xml('iq', { xmlns: 'jabber:client', type: 'set', id: op, to: `gift.${DOMAIN}` }, action);
  };
  const mids: (string | undefined)[] = [];
  for (const device of [phone, laptop]) {
    device.send(request());
    mids.push(
      readGiftAnswer('GiftBuy', await device.take('the receipt', (frame) => frame.is('iq') && hasId(op)(frame)))?.mid,
    );
  }
  expect(mids[0]).toBeDefined();
  expect(mids[1]).toBe(mids[0]);
  const message = await host.take('the gift', (frame) => frame.is('message') && frame.attrs['id'] === mids[0]);
  const envelope = readEnvelope(message);
  expect(envelope && readPayload(envelope.type, envelope.body, envelope.x)).toMatchObject({ kind: 'gift', id: 'rose' });
  expect(await gems(sam)).toBe(before - 10);
});

test('a token that is replaced at one process ends its stream at the other', async () => {
  const stream = await first.connect(await first.logIn(HOST + 1));
  await second.logIn(HOST + 1);
  expect(await stream.closed()).toBe(1008);
});

/** How many times a node is killed: 20 for the figures of docs/operating.md. */
const DEATHS = Number(process.env['SOAK_KILLS'] ?? 1);

test(
  'users are connected again within five seconds and no acknowledged message is lost when a node is killed under load',
  async () => {
    const [one, two] = cluster.nodes;
    // The usual configuration: each process knows both nodes.
    const env = { DATABASE_URL: first.databaseUrl, DATA_DIR: first.dataDir };
    const third = await startProcess('3', [two, one], env);
    const slowest: number[] = [];
    try {
      for (let death = 0; death < DEATHS; death += 1) slowest.push(await killUnderLoad(third, death));
      console.log(`a node died ${DEATHS} times: people back after at most ${slowest.map(Math.round).join(', ')} ms`);
      expect(Math.max(...slowest)).toBeLessThanOrEqual(BACK_WITHIN_MS);
    } finally {
      await third.close();
    }
  },
  DEATHS * 120_000,
);

/** Kills the second node while 20 users write. Returns the milliseconds until all its users are connected again. */
async function killUnderLoad(third: Awaited<ReturnType<typeof startProcess>>, death: number): Promise<number> {
  const [, two] = cluster.nodes;
  const users = await Promise.all(Array.from({ length: 20 }, () => newcomer(third)));
  const clients: RawClient[] = [];
  for (const user of users) clients.push(await third.connect(user));
  const peerOf = (n: number) => users[(n + 1) % users.length]?.id ?? 0;
  const acknowledged: string[] = [];
  for (let round = 0; round < 20; round += 1) {
    for (const [n, client] of clients.entries())
      client.send(chat({ id: `load-${death}-${n}-${round}`, to: peerOf(n) }));
  }
  await Promise.all(
    clients.map(async (client, n) => {
      // The count includes the initial presence.
      const count = (await ackedCount(client)) - 1;
      for (let round = 0; round < count; round += 1) acknowledged.push(`load-${death}-${n}-${round}`);
    }),
  );
  expect(acknowledged.length).toBeGreaterThan(0);

  two.kill('SIGKILL');
  const since = performance.now();
  await vi.waitFor(
    () => expect(clients.filter((client) => client.isClosed())).toHaveLength(clients.length / 2),
    10_000,
  );
  const back = await Promise.all(
    clients.map(async (client, n) => {
      const user = users[n];
      if (!client.isClosed() || !user) return 0;
      for (;;) {
        const fresh = await openRaw(`${third.url.replace('http', 'ws')}/xmpp-websocket`, third.url);
        const login = { user: `u_${user.id}`, token: user.vcToken, domain: DOMAIN };
        const gone = fresh.closed().then(() => false);
        const isIn = signIn(fresh, login).then(
          () => true,
          () => false,
        );
        if (!(await Promise.race([isIn, gone]))) continue;
        clients[n] = fresh;
        return performance.now() - since;
      }
    }),
  );
  const slowest = Math.max(...back);
  // The services also answer again: the component connection has moved to the other node.
  for (const client of clients) await barrier(client, DOMAIN);
  const { rows } = await first.pool.query<{ mid: string; copies: number }>(
    `select mid, count(*)::int as copies from archive where mid = any($1) group by mid`,
    [acknowledged],
  );
  expect(rows.filter(({ copies }) => copies !== 2)).toEqual([]);
  expect(rows).toHaveLength(acknowledged.length);

  // The killed node rejoins the cluster.
  await two.whenReady();
  const at = await Promise.all([third.connect(users[0] ?? sam), third.connect(users[1] ?? sam)]);
  at[0].send(chat({ id: `after-${death}`, to: users[1]?.id ?? 0 }));
  await at[1].take('a message over both nodes', hasId(`after-${death}`));
  for (const client of [...clients, ...at]) client.close();
  return slowest;
}
