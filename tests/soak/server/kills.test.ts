import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { ROLE_ANCHOR } from '../../../contract/account/rules.ts';
import { endpoints } from '../../../contract/endpoints.ts';
import { tellAway } from '../../../server/away/telling/tell.ts';
import { type OpenDatabase, openDatabase } from '../../../server/database/connect.ts';
import { openMediaFolder } from '../../../server/media/folder.ts';
import { lockIdOf, prepareMedia } from '../../../server/media/message-media.ts';
import { auditLedger } from '../../../server/wallet/audit.ts';
import { grant } from '../../../server/wallet/ledger.ts';
import { newOpenId, type User } from '../../harness/api.ts';
import { openBuyer } from '../../harness/buyer.ts';
import { callClient } from '../../harness/call-client.ts';
import { type CorePerson, ROSE_GEMS, startCorePerson } from '../../harness/core-people.ts';
import { envelope } from '../../harness/envelope.ts';
import { tokenOf } from '../../harness/gateway.ts';
import { until } from '../../harness/kept-server.ts';
import { type KillPoint, type MortalProduct, type Part, startMortalProduct } from '../../harness/mortal-product.ts';
import { freshDatabase } from '../../harness/postgres.ts';
import { type PushService, startPushService } from '../../harness/push-service.ts';
import { openRaw, signIn } from '../../harness/raw-client.ts';
import { DOMAIN } from '../../harness/xmpp-server.ts';
import { report, sized } from './size.ts';

const KILLS = sized(24, 200);
const HOUR_MS = 3_600_000;
const GEMS = 1_000_000;
const PICTURE_GEMS = 30;
const CALL_PRICE = 60;
const PACK_GEMS = 300;

let product: MortalProduct;
let database: OpenDatabase;
let pushes: PushService;
let viewer: CorePerson;
let host: CorePerson;
let uids = { viewer: 0, host: 0 };

beforeAll(async () => {
  pushes = await startPushService();
  const url = await freshDatabase(inject('postgresUrl'));
  product = await startMortalProduct(url, { PUSH_HOSTS: pushes.origin });
  database = openDatabase(url, () => undefined, 60_000);
}, 120_000);
afterAll(async () => {
  await product?.stop();
  await database?.close();
  await pushes?.close();
});

const rows = async <Row>(text: string, values: unknown[] = []) =>
  (await database.pool.query(text, values)).rows as Row[];
const count = async (text: string, values: unknown[]) =>
  Number((await rows<{ count: string }>(text, values))[0]?.count ?? 0);
const newId = () => randomBytes(16).toString('base64url').slice(0, 21);
const gemsOf = async (uid: number) =>
  Number(
    (await rows<{ amount: string }>(`select amount from wallet where uid = $1 and currency = 'gems'`, [uid]))[0]
      ?.amount,
  );

/** Asks the API until it answers, as a person who presses again does. */
async function ask(name: 'login' | 'websiteConfig' | 'fcmToken', data: object, user?: User) {
  let answer: { data: never } | undefined;
  await until(`an answer of ${name}`, async () => {
    answer = await fetch(`${product.url}${endpoints[name].path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(user && { authorization: `Bearer ${user.vcToken}`, 'x-token': user.vcToken }),
      },
      body: JSON.stringify(envelope(data, user)),
    })
      .then((response) => (response.ok ? response.json() : undefined))
      .catch(() => undefined);
    return answer !== undefined;
  });
  return answer?.data as never as { userInfo: User; pushKey: string };
}
const guest = async () => (await ask('login', { openId: newOpenId(), channel: 'guest' })).userInfo;
const bothOnline = () => until('both to be online', () => viewer.isOnline() && host.isOnline());

/** One doing of a person, done again by their own means until it is known how it ended; and what must be true of it then. */
type Kind = {
  /** What its writes are about. */
  readonly of: RegExp;
  readonly parts: readonly Part[];
  /** Prepares one, and returns what is done while something dies. */
  prepare(): Promise<() => Promise<unknown>>;
  /** When all of them are over: what was acknowledged and is not there, and what was paid not once. */
  faults(): Promise<string[]>;
};

const said: string[] = [];
const message: Kind = {
  of: /archive|away|push_job/,
  parts: ['server', 'engine', 'database'],
  async prepare() {
    await bothOnline();
    const words = `message ${said.length}`;
    said.push(words);
    return async () => {
      await viewer.say(host.uid, words);
      await until('the message to be accepted', async () => (await viewer.waiting()) === 0);
    };
  },
  async faults() {
    await until('the last message', async () => (await host.heardFrom(viewer.uid)).length >= said.length, 30_000).catch(
      () => undefined,
    );
    const heard = await host.heardFrom(viewer.uid);
    return heard.join() === said.join() ? [] : [`messages: said ${said.length}, heard ${heard.length}`];
  },
};

let given = 0;
const gift: Kind = {
  of: /gift_sent|ledger_transfer|service_outbox|archive/,
  parts: ['server', 'engine', 'database'],
  async prepare() {
    await bothOnline();
    return async () => {
      if (await viewer.give(host.uid)) given += 1;
    };
  },
  async faults() {
    const sent = await count('select count(*) from gift_sent where from_uid = $1', [viewer.uid]);
    const paid = await count(`select count(*) from transfer where subject_type = 'gift' and gross = $1`, [ROSE_GEMS]);
    await until(
      'all gifts to be told of',
      async () => (await count('select count(*) from service_outbox where $1', [true])) === 0,
      60_000,
    );
    const told = await count(
      `select count(*) from gift_sent join archive on archive.mid = gift_sent.stanza_id where owner in (from_uid, to_uid) and from_uid = $1`,
      [viewer.uid],
    );
    return given <= sent && sent === paid && told === 2 * sent
      ? []
      : [`gifts: ${JSON.stringify({ given, sent, paid, told })}`];
  },
};

const opened: string[] = [];
const unlock: Kind = {
  of: /media_lock|ledger_transfer|service_outbox|operation/,
  parts: ['server', 'database'],
  async prepare() {
    const folder = openMediaFolder(product.dataDir, 'chat');
    const media = randomBytes(16).toString('hex');
    await rows(
      `insert into media (id, owner_uid, kind, purpose, width, height, bytes) values ($1, $2, 'picture', 'chat', 4, 3, 9)`,
      [media, host.uid],
    );
    const path = folder.original(media, 'picture');
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, 'a picture');
    const key = { from: host.uid, to: viewer.uid, mid: newId() };
    await prepareMedia(database.db, { ...key, media: [media], lock: { price: PICTURE_GEMS } });
    const lockId = lockIdOf(key);
    return async () => {
      const operationId = newId();
      await until('the picture', async () => (await viewer.api.call('unlockMessage', { lockId }, { operationId })).ok);
      opened.push(lockId);
    };
  },
  async faults() {
    const open = await count(`select count(*) from media_lock where id = any($1) and state = 'opened'`, [opened]);
    const paid = await count(
      `select count(*) from transfer where subject_type = 'media' and kind = 'hold' and subject_id = any($1)`,
      [opened],
    );
    return open === opened.length && paid === opened.length
      ? []
      : [`pictures: ${JSON.stringify({ asked: opened.length, open, paid })}`];
  },
};

const buyers: number[] = [];
const order: Kind = {
  of: /payment_|ledger_transfer|gateway_event|POST \/v1/,
  parts: ['server', 'database', 'gateway'],
  async prepare() {
    await ask('websiteConfig', {});
    const buyer = await openBuyer(product.url, 'card');
    buyers.push(buyer.uid);
    return async () => {
      const core = buyer.core();
      await core.buy().catch(() => undefined);
      await until('the purchase to be paid', async () => {
        await core.lookAll();
        await core.look();
        const status = (await buyer.row())?.status;
        if (status?.payStatus === 'TXN_SUCCESS') return true;
        if (status?.next?.kind === 'frame') {
          const token = await tokenOf(status.next.url).catch(() => '');
          if (token !== '') await core.charge(token);
        }
        // What is asked again after a minute is asked now.
        await rows(`set local session_replication_role = replica;
          update payment_order set ask_at = now() where ask_at is not null and uid = ${buyer.uid};
          update payment_call set created_at = created_at - interval '61 seconds'
            where order_id in (select id from payment_order where uid = ${buyer.uid})`);
        return false;
      });
      core.die();
    };
  },
  async faults() {
    const wrong = await rows<{ uid: string }>(
      `select uid from wallet where currency = 'gems' and uid = any($1) and amount <> $2`,
      [buyers, PACK_GEMS],
    );
    const paid = await count('select count(*) from gateway_demo.session where payment_ref is not null and $1', [true]);
    const back = await count('select count(*) from reversal where $1', [true]);
    return wrong.length === 0 && paid - back === buyers.length
      ? []
      : [`orders: ${JSON.stringify({ wrong, paid, back, orders: buyers.length })}`];
  },
};

const receipts = new Map<string, { minutes: number }>();
const callMinute: Kind = {
  of: /"?call"?\b|ledger_transfer/,
  parts: ['server', 'engine', 'database'],
  async prepare() {
    await bothOnline();
    const [caller, callee] = [await guest(), await guest()];
    await makeHost(callee.id);
    await grant(database.db, `soak:${caller.id}`, caller.id, 'gems', GEMS, { type: 'welcome', id: `${caller.id}` });
    await rows(`insert into allowance_use select 'first', 'uid:' || $1::bigint, 1, 'earlier'`, [caller.id]);
    const open = async (user: User) => {
      const client = await openRaw(`${product.url.replace('http', 'ws')}/xmpp-websocket`, product.url);
      await signIn(client, { user: `u_${user.id}`, token: user.vcToken, domain: DOMAIN });
      return client;
    };
    const [theirs, ours] = [await open(caller), await open(callee)];
    return async () => {
      const gone = Promise.race([theirs.closed(), ours.closed()]).catch(() => undefined);
      await Promise.race([gone, talk()]).catch(() => undefined);
      theirs.cut();
      ours.cut();
    };
    async function talk(): Promise<void> {
      const [a, b] = [callClient(theirs), callClient(ours)];
      const { sid } = await a.hears('SessionRequest', '', { callee: callee.id, kind: 'paid', source: '', root: '' });
      await b.hears('CallReady', sid, {});
      await a.hears('SessionSuccess', sid, {});
      await b.hears('SessionSuccess', sid, {});
      await b.hears('SessionHeartbeat', sid, { flowing: true });
      await a.hears('SessionHeartbeat', sid, { flowing: true });
      const { receipt } = await a.hears('SessionTerminate', sid, { reason: 'hangUp', rejectType: '' });
      receipts.set(sid, { minutes: receipt?.minutes ?? -1 });
    }
  },
  async faults() {
    const live = () => count(`select count(*) from call where state <> 'ended' and $1`, [true]);
    await until('the calls to end by themselves', async () => (await live()) === 0, 120_000);
    const wrong = await rows<{ sid: string }>(
      `select sid from call where minutes * price <>
         (select coalesce(sum(gross), 0) from transfer where subject_type = 'call' and subject_id = sid and kind = 'post') and paid`,
    );
    return wrong.length === 0 ? [] : [`calls: ${JSON.stringify(wrong)}`];
  },
};

let told = 0;
const push: Kind = {
  of: /push_job|push_token/,
  parts: ['server', 'database'],
  async prepare() {
    const user = await guest();
    const browser = pushes.subscribe((await ask('websiteConfig', {})).pushKey);
    await ask('fcmToken', { fcmToken: browser.token, isUpdate: false }, user);
    told += 1;
    const id = `push-${told}`;
    return async () => {
      const about = { tid: `u_${host.uid}` };
      await tellAway(database.db, [{ uid: user.id, kind: 'message', id, at: Date.now(), about, dueInMs: 0 }]);
      await until('the push', async () => {
        // The end of a lease that a dead process has.
        await rows(`update push_job set due_at = now() where uid = $1 and due_at is not null and due_at > now()`, [
          user.id,
        ]);
        return pushes.received.some(({ payload }) => payload.i === id);
      });
    };
  },
  async faults() {
    const ids = new Set(pushes.received.map(({ payload }) => payload.i));
    return ids.size === told && pushes.faults.length === 0
      ? []
      : [`pushes: told ${told}, received ${ids.size}, ${pushes.faults.join()}`];
  },
};

async function makeHost(uid: number): Promise<void> {
  await rows('update account set role = $2 where uid = $1', [uid, ROLE_ANCHOR]);
  await rows('insert into anchor (uid, price) values ($1, $2) on conflict do nothing', [uid, CALL_PRICE]);
}

const KINDS: Readonly<Record<string, Kind>> = { message, gift, unlock, order, 'call minute': callMinute, push };

/** Each write of a kind, before and after it, with each part: round after round from what one run of it wrote. */
function* pointsOf({ of, parts }: Kind, writes: number): Generator<KillPoint> {
  for (;;)
    for (let n = 1; n <= writes; n += 1)
      for (const part of parts)
        for (const side of ['asked', 'answered'] as const)
          yield { part, side, of, n, line: part === 'gateway' ? 'gateway' : 'database' };
}

test(`of ${KILLS} deaths of parts at their writes none loses what was acknowledged, or is paid twice`, {
  timeout: 3 * HOUR_MS,
}, async () => {
  [viewer, host] = [await startCorePerson(product.server.port), await startCorePerson(product.server.port)];
  uids = { viewer: viewer.uid, host: host.uid };
  await makeHost(uids.host);
  await grant(database.db, `soak:${uids.viewer}`, uids.viewer, 'gems', GEMS, { type: 'welcome', id: `${uids.viewer}` });
  await bothOnline();
  const began = performance.now();
  const quota = Math.ceil(KILLS / Object.keys(KINDS).length);
  const reached: Record<string, number> = {};
  const points = new Set<string>();
  for (const [name, kind] of Object.entries(KINDS)) {
    const writes = await product.count({ line: 'database', side: 'asked', of: kind.of }, await kind.prepare());
    expect(writes, `${name} writes`).toBeGreaterThan(0);
    let killed = 0;
    let missed = 0;
    for (const point of pointsOf(kind, writes)) {
      if (killed === quota || missed > 2 * quota) break;
      if (await product.killAt(point, await kind.prepare())) {
        killed += 1;
        points.add(`${name} ${point.part} ${point.side} ${point.n}`);
      } else missed += 1;
    }
    reached[name] = killed;
    report(`kills in ${name}`, { writes, killed, missed, minutes: ((performance.now() - began) / 60_000).toFixed(1) });
  }
  await bothOnline();
  const faults = (await Promise.all(Object.values(KINDS).map((kind) => kind.faults()))).flat();
  expect(faults).toEqual([]);
  expect(await auditLedger(database.db)).toEqual([]);
  const all = Object.values(reached).reduce((sum, one) => sum + one, 0);
  report('kill points', {
    kills: all,
    different: points.size,
    minutes: ((performance.now() - began) / 60_000).toFixed(1),
  });
  expect(all).toBeGreaterThanOrEqual(KILLS);
  await Promise.all([viewer.close(), host.close()]);
  expect(await gemsOf(uids.viewer)).toBe(GEMS - given * ROSE_GEMS - opened.length * PICTURE_GEMS);
});
