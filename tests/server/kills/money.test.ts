import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import xml, { type Element } from '@xmpp/xml';
import { afterAll, afterEach, beforeAll, describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { readGiftAnswer, writeGiftRequest } from '../../../contract/gifts/buy.ts';
import type { GiftOrder } from '../../../contract/gifts/gift.ts';
import { UNLOCK_CHECK_MS } from '../../../contract/media/rules.ts';
import { serviceOutboxOf } from '../../../server/domains/chat/outbox.ts';
import { createGiftService } from '../../../server/domains/gifts/gift-service.ts';
import { give, stateOf } from '../../../server/domains/gifts/give.ts';
import { openMediaFolder } from '../../../server/domains/media/folder.ts';
import { readLocks, settleUnlocks, unlock } from '../../../server/domains/media/locks.ts';
import { lockIdOf, prepareMedia } from '../../../server/domains/media/message-media.ts';
import type { Database } from '../../../server/platform/database/connect.ts';
import { onceOnly } from '../../../server/platform/http/idempotency.ts';
import { createDelivery } from '../../../server/platform/services/delivery.ts';
import { reachable } from '../../../server/platform/services/service.ts';
import { type CallServer, startCalls } from '../../harness/calls/calls.ts';
import { type Death, openMortal, startGiftProcess, startGiver } from '../../harness/money/gift-process.ts';
import type { RawClient } from '../../harness/raw-client.ts';
import { DOMAIN, startXmppServer } from '../../harness/servers/xmpp-server.ts';
import { temporaryFolder } from '../../harness/temporary.ts';
import { freshApp, session } from '../../unit/worker/support/databases.ts';

const GEMS = 100;
const BACK_WITHIN_MS = 120_000;
const folder = openMediaFolder(temporaryFolder('kills'), 'chat');
const silent = { info: () => undefined, warn: () => undefined };
const { signal } = new AbortController();

let at: CallServer;
let url: string;
beforeAll(async () => {
  at = await startCalls(inject('postgresUrl'));
  url = String(at.pool.options.connectionString);
});
afterEach(async () => {
  expect(await at.audit()).toEqual([]);
});
afterAll(() => at?.close());

const newId = () => randomBytes(16).toString('base64url').slice(0, 21);
function order(to: number): GiftOrder {
  const op = newId();
  return { op, gift: 'rose', price: 10, to, count: 1, where: 'chat', sid: '', combo: op, ask: '', lock: '' };
}

type Pair = Awaited<ReturnType<CallServer['pair']>>;
const gemsOf = ({ user, host }: Pair) => Promise.all([at.gems(user), at.gems(host)]);
/** Queued service messages to the pair. */
const waiting = async ({ user, host }: Pair) =>
  (
    await at.pool.query<{ to: string; mid: string; key: string | null }>(
      `select to_uid as to, stanza_id as mid, payload ->> 'key' as key from service_outbox where to_uid in ($1, $2) order by id`,
      [user, host],
    )
  ).rows;
/** Blocks every transaction that is about to queue a service message, the last statement before its commit. */
async function blockServiceMessages(): Promise<() => Promise<void>> {
  const client = await at.pool.connect();
  await client.query('begin; lock table service_outbox in share mode');
  return async () => {
    await client.query('rollback');
    client.release();
  };
}
const untilWaiting = (process: { isWaiting(): Promise<boolean> }) =>
  expect.poll(process.isWaiting, { timeout: 20_000, interval: 10 }).toBe(true);

describe('gifts when a process or core dies', () => {
  /** A giver with gems in a new browser, a host, and the messages that both receive. */
  async function meet() {
    const pair = await at.pair(GEMS);
    const app = freshApp();
    await app.state.put({ ...session, uid: pair.user });
    await app.state.put({ key: 'account', gemsBalance: GEMS, paid: true, silverBalance: 0, silverSpent: 0 });
    const messages: Element[] = [];
    const start = (diesAt?: Death) => {
      const process = startGiftProcess({
        url,
        pool: at.pool,
        folder,
        diesAt,
        heard: (message) => void messages.push(message),
      });
      onTestFinished(process.kill);
      return process;
    };
    return { pair, app, start, messages, wish: order(pair.host) };
  }

  /** Expects that the gift was charged once, that each side got one message under the same id, and that nothing is queued. */
  async function expectGivenOnce({ pair, app, messages, wish }: Awaited<ReturnType<typeof meet>>): Promise<void> {
    const { user, host } = pair;
    await vi.waitFor(async () => expect(await waiting(pair)).toEqual([]), 20_000);
    const state = await stateOf(at.db, user, wish.op);
    expect(state).toMatchObject({ state: 'done', bought: { op: wish.op, balance: GEMS - 10, total: 1 } });
    const mid = state.bought?.mid;
    expect(await gemsOf(pair)).toEqual([GEMS - 10, 6]);
    const { rows } = await at.pool.query(
      'select owner, peer, mid from archive where owner in ($1, $2) order by owner',
      [user, host],
    );
    expect(rows).toEqual([
      { owner: `${user}`, peer: `${host}`, mid },
      { owner: `${host}`, peer: `${user}`, mid },
    ]);
    // A message may arrive twice, but always under the same id, so a conversation shows it once.
    expect(new Set(messages.map(({ attrs }) => `${attrs['to']} ${attrs['id']}`))).toEqual(
      new Set([user, host].map((uid) => `u_${uid}@${DOMAIN} ${mid}`)),
    );
    expect(await app.giftOps.count()).toBe(0);
    expect(await app.state.get('account')).toMatchObject({ gemsBalance: GEMS - 10 });
  }

  test('a gift is not charged when the process dies before commit, until the core retries it at the next process', async () => {
    const all = await meet();
    const { pair, app, start, wish } = all;
    const victim = start();
    const giver = startGiver(app, pair.user);
    giver.connect(victim);
    const unblock = await blockServiceMessages();
    const given = giver.give(wish);
    try {
      await untilWaiting(victim);
      await victim.kill();
    } finally {
      await unblock();
    }
    expect([await gemsOf(pair), await waiting(pair)]).toEqual([[GEMS, 0], []]);
    expect(await stateOf(at.db, pair.user, wish.op)).toEqual({ state: 'none' });
    expect(await app.giftOps.count()).toBe(1);
    giver.connect(start());
    expect(await given).toMatchObject({ ok: true, value: { op: wish.op, balance: GEMS - 10 } });
    await expectGivenOnce(all);
  });

  test.each<[string, Death]>([
    ['between its commit and its answer', 'answer'],
    ['after archiving its messages, before sending them', 'archived'],
    ['between the messages to the two sides', 'half'],
    ['after sending to both, before deleting the rows', 'said'],
  ])('a gift is charged once and sent once to each side when its process dies %s', async (_when, diesAt) => {
    const all = await meet();
    const { pair, app, start, wish } = all;
    const victim = start(diesAt);
    const giver = startGiver(app, pair.user);
    giver.connect(victim);
    const given = giver.give(wish);
    await victim.death;
    expect([await gemsOf(pair), (await waiting(pair)).length]).toEqual([[GEMS - 10, 6], 2]);
    giver.connect(start());
    expect(await given).toMatchObject({ ok: true, value: { op: wish.op, balance: GEMS - 10 } });
    await expectGivenOnce(all);
  });

  test.each(['before', 'after'] as const)(
    'a gift whose core dies %s the first byte of its request is given once by the next core',
    async (diesAt) => {
      const all = await meet();
      const { pair, app, start, wish } = all;
      const process = start();
      const first = startGiver(app, pair.user, diesAt);
      first.connect(process);
      void first.give(wish);
      await first.death;
      expect(await app.giftOps.count()).toBe(1);
      startGiver(app, pair.user).connect(process);
      await vi.waitFor(async () => expect(await app.giftOps.count()).toBe(0), 20_000);
      await expectGivenOnce(all);
    },
  );

  test('a gift is given once when it is requested 50 times at once from two processes', async () => {
    const pair = await at.pair(GEMS);
    const wish = order(pair.host);
    const processes = [openMortal(url, at.pool), openMortal(url, at.pool)];
    const given = await Promise.all(
      Array.from({ length: 50 }, (_, n) => give(processes[n % 2]?.db as Database, folder, pair.user, wish)),
    );
    await Promise.all(processes.map(({ kill }) => kill()));
    expect(new Set(given.map((one) => one.ok && one.value.mid)).size).toBe(1);
    expect(await gemsOf(pair)).toEqual([GEMS - 10, 6]);
    expect(new Set((await waiting(pair)).map(({ mid }) => mid)).size).toBe(1);
    expect(await waiting(pair)).toHaveLength(2);
  });

  test('a gift is charged once and in both archives when its answer is lost with the XMPP server', async () => {
    const pair = await at.pair(GEMS);
    const { user, host } = pair;
    let kill = () => {};
    const outbox = serviceOutboxOf(at.db, DOMAIN, 'gift');
    const common = { domain: DOMAIN, log: silent };
    const delivery = reachable('gift', ({ send }) =>
      createDelivery({ ...common, service: 'gift', source: outbox, send }),
    );
    const server = await startXmppServer({
      services: [
        {
          at: 'gift',
          start: ({ send }) =>
            createGiftService(
              { ...common, db: at.db, folder, rateLimits: false, clock: { now: () => Date.now() } },
              (stanza) => {
                kill();
                const isSent = send(stanza);
                delivery.current()?.check();
                return isSent;
              },
            ),
        },
        delivery,
      ],
    });
    try {
      server.accounts.change(host, { role: 3 });
      const wish = order(host);
      const ask = (client: RawClient, name: 'GiftBuy' | 'GiftState') => {
        const action = writeGiftRequest(name === 'GiftBuy' ? { name, data: wish } : { name, data: { op: wish.op } });
        client.send(xml('iq', { xmlns: 'jabber:client', type: 'set', id: name, to: `gift.${DOMAIN}` }, action));
      };
      const buyer = await server.user(user);
      kill = () => {
        kill = () => {};
        server.prosody.kill('SIGKILL');
      };
      ask(buyer, 'GiftBuy');
      await buyer.closed();
      await server.prosody.whenReady();
      await server.components.whenOnline();
      const again = await server.user(user);
      ask(again, 'GiftState');
      const answer = await again.take('what became of it', ({ attrs }) => attrs['id'] === 'GiftState');
      const state = readGiftAnswer('GiftState', answer);
      expect(state).toMatchObject({ state: 'done', bought: { balance: GEMS - 10 } });
      await vi.waitFor(async () => expect(await waiting(pair)).toEqual([]), 25_000);
      const { rows } = await at.pool.query('select owner, mid from archive where owner in ($1, $2) order by owner', [
        user,
        host,
      ]);
      expect(rows).toEqual([user, host].map((uid) => ({ owner: `${uid}`, mid: state?.bought?.mid })));
      expect(await gemsOf(pair)).toEqual([GEMS - 10, 6]);
    } finally {
      await server.close();
    }
  });
});

describe('paid messages when a process dies', () => {
  /** A picture of the host for 30 gems, prepared like by the edge. */
  async function locked() {
    const pair = await at.pair(GEMS);
    const media = randomBytes(16).toString('hex');
    await at.pool.query(
      `insert into media (id, owner_uid, kind, purpose, width, height, bytes) values ($1, $2, 'picture', 'chat', 4, 3, 9)`,
      [media, pair.host],
    );
    const path = folder.original(media, 'picture');
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, 'a picture');
    const of = { from: pair.host, to: pair.user, mid: newId() };
    await prepareMedia(at.db, { ...of, media: [media], lock: { price: 30 } });
    return { pair, media, lockId: lockIdOf(of) };
  }
  const process = () => {
    const one = openMortal(url, at.pool);
    onTestFinished(one.kill);
    return one;
  };
  /** Unlocks like the API: the change and its answer are committed together. */
  const open = (db: Database, { user }: Pair, lockId: string) =>
    onceOnly(db, { uid: user, endpoint: 'unlockMessage', key: lockId, bodyHash: lockId }, async (tx) => {
      const answer = await unlock(tx, folder, user, { lockId, price: 30 });
      return { status: answer.ok ? 200 : 400, body: answer };
    });
  const opened = (media: string) => ({
    ok: true,
    value: {
      status: 200,
      body: { ok: true, value: { gemsBalance: GEMS - 30, items: [{ url: `/media/p/${media}` }] } },
    },
  });
  const settle = (db: Database) => settleUnlocks(db, folder, silent as never).run(signal);
  const look = (db: Database, { user }: Pair, lockId: string) => readLocks(db, folder, user, [lockId]);
  const pass = (lockId: string, ms: number) =>
    at.pool.query(`update media_lock set opened_at = opened_at - $2 * interval '1 ms' where id = $1`, [lockId, ms]);
  const settled = async (lockId: string) =>
    (await at.pool.query('select state, settled from media_lock where id = $1', [lockId])).rows[0];
  const told = async (pair: Pair, key: string) => {
    const rows = (await waiting(pair)).filter((row) => row.key === key);
    expect(new Set(rows.map(({ mid }) => mid)).size).toBeLessThan(2);
    return rows.map(({ to }) => Number(to)).sort((a, b) => a - b);
  };

  test('a message stays locked and free when the process dies before the commit, and is unlocked at the next attempt', async () => {
    const { pair, media, lockId } = await locked();
    const victim = process();
    const unblock = await blockServiceMessages();
    const lost = open(victim.db, pair, lockId).catch(() => 'no answer');
    try {
      await untilWaiting(victim);
      await victim.kill();
    } finally {
      await unblock();
    }
    expect(await lost).toBe('no answer');
    expect([await gemsOf(pair), await waiting(pair), await settled(lockId)]).toEqual([
      [GEMS, 0],
      [],
      { state: 'locked', settled: 'none' },
    ]);
    expect(await open(at.db, pair, lockId)).toMatchObject(opened(media));
    expect([await at.gems(pair.user), await told(pair, 'opened')]).toEqual([GEMS - 30, [pair.user, pair.host]]);
  });

  test('a message is paid once when the process dies after the commit, and a retry opens it with the same id or a new one', async () => {
    const { pair, media, lockId } = await locked();
    const victim = process();
    await open(victim.db, pair, lockId);
    await victim.kill();
    expect(await open(at.db, pair, lockId)).toMatchObject(opened(media));
    expect(await unlock(at.db, folder, pair.user, { lockId, price: 30 })).toMatchObject(opened(media).value.body);
    expect(await look(at.db, pair, lockId)).toMatchObject([{ state: 'opened', items: [{ url: `/media/p/${media}` }] }]);
    expect([await at.gems(pair.user), await told(pair, 'opened')]).toEqual([GEMS - 30, [pair.user, pair.host]]);
    await pass(lockId, UNLOCK_CHECK_MS);
    await settle(at.db);
    expect([await gemsOf(pair), await settled(lockId)]).toEqual([
      [GEMS - 30, 18],
      { state: 'opened', settled: 'posted' },
    ]);
  });

  test('gems of a message are returned within two minutes, without a request, when its file and its process are lost', async () => {
    const { pair, media, lockId } = await locked();
    const victim = process();
    await open(victim.db, pair, lockId);
    await victim.kill();
    await folder.remove(media);
    const { everyMs } = settleUnlocks(at.db, folder, silent as never);
    await pass(lockId, BACK_WITHIN_MS - everyMs);
    await settle(at.db);
    expect([await gemsOf(pair), await settled(lockId), await told(pair, 'givenBack')]).toEqual([
      [GEMS, 0],
      { state: 'void', settled: 'voided' },
      [pair.user, pair.host],
    ]);
  });

  test.each([
    ['before they are settled', 'voided', 0],
    ['after they went to the sender', 'refunded', 18],
  ])(
    'gems of a message whose file is lost %s are returned once, by the next process, when one dies during the return',
    async (when, how, earned) => {
      const { pair, media, lockId } = await locked();
      await open(at.db, pair, lockId);
      await pass(lockId, UNLOCK_CHECK_MS);
      if (when.startsWith('after')) await settle(at.db);
      await folder.remove(media);
      const victim = process();
      const before = [await gemsOf(pair), await settled(lockId)];
      const unblock = await blockServiceMessages();
      const lost = look(victim.db, pair, lockId).catch(() => 'no answer');
      try {
        await untilWaiting(victim);
        await victim.kill();
      } finally {
        await unblock();
      }
      expect(await lost).toBe('no answer');
      expect([await gemsOf(pair), await settled(lockId)]).toEqual(before);
      await Promise.all([look(at.db, pair, lockId), look(at.db, pair, lockId), settle(at.db)]);
      expect([await gemsOf(pair), await settled(lockId), await told(pair, 'givenBack')]).toEqual([
        [GEMS, earned],
        { state: 'void', settled: how },
        [pair.user, pair.host],
      ]);
    },
  );
});
