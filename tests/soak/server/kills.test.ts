import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { HOUR_MS } from '../../../contract/durations.ts';
import { openMediaFolder } from '../../../server/domains/media/folder.ts';
import { lockIdOf, prepareMedia } from '../../../server/domains/media/message-media.ts';
import { enqueuePushes } from '../../../server/domains/push/queue/enqueue.ts';
import { auditLedger } from '../../../server/domains/wallet/audit.ts';
import { type OpenDatabase, openDatabase } from '../../../server/platform/database/connect.ts';
import {
  type KillPoint,
  type MortalProduct,
  type Part,
  startMortalProduct,
} from '../../harness/browser/mortal-product.ts';
import { type CorePerson, ROSE_GEMS, startCorePerson } from '../../harness/core-people.ts';
import { openDoings } from '../../harness/load/soak-doings.ts';
import { freshDatabase } from '../../harness/postgres/postgres.ts';
import { until } from '../../harness/servers/kept-server.ts';
import { type PushService, startPushService } from '../../harness/servers/push-service.ts';
import { report, sized } from './size.ts';

const KILLS = Number(process.env['SOAK_KILLS'] ?? sized(24, 200));
/** Names of the kinds to run, separated by commas; all if not set. */
const ONLY = process.env['SOAK_KINDS']?.split(',');
const GEMS = 1_000_000;
const PICTURE_GEMS = 30;
const PACK_GEMS = 300;

let product: MortalProduct;
let database: OpenDatabase;
let pushes: PushService;
let viewer: CorePerson;
let host: CorePerson;
let uids = { viewer: 0, host: 0 };

beforeAll(async () => {
  pushes = await startPushService();
  const url = await freshDatabase(inject('postgresUrl'), 'demo');
  product = await startMortalProduct(url, { PUSH_HOSTS: pushes.origin });
  database = openDatabase(url, () => undefined, 60_000);
  doings = openDoings(product.url, database);
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

let doings: ReturnType<typeof openDoings>;
const bothOnline = () => until('both to be online', () => viewer.isOnline() && host.isOnline());

/** A kind of user action that is repeated until its outcome is known, and the conditions that must hold afterwards. */
type Kind = {
  /** Matches the SQL of its writes. */
  readonly of: RegExp;
  readonly parts: readonly Part[];
  /** Prepares one action and returns the function during which a process is killed. */
  prepare(): Promise<() => Promise<unknown>>;
  /** Checks after all actions: acknowledged results that are missing, and payments made not exactly once. */
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
      await until(
        'the picture',
        async () => (await viewer.api.call('unlockMessage', { lockId, price: PICTURE_GEMS }, { operationId })).ok,
      );
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
    const purchase = await doings.openPurchase();
    buyers.push(purchase.uid);
    return purchase.buy;
  },
  async faults() {
    const wrong = await rows<{ uid: string; credits: number }>(
      `select buyer.uid, count(transfer.id)::int as credits from unnest($1::bigint[]) as buyer (uid)
         left join payment_order on payment_order.uid = buyer.uid and state = 'paid'
         left join transfer on subject_type = 'order' and subject_id = payment_order.id and gross = $2
       group by buyer.uid having count(transfer.id) <> 1`,
      [buyers, PACK_GEMS],
    );
    const paid = await count('select count(*) from gateway_demo.session where payment_ref is not null and $1', [true]);
    const back = await count('select count(*) from reversal where $1', [true]);
    return wrong.length === 0 && paid - back === buyers.length
      ? []
      : [`orders: ${JSON.stringify({ wrong, paid, back, orders: buyers.length })}`];
  },
};

const callMinute: Kind = {
  of: /"?call"?\b|ledger_transfer/,
  parts: ['server', 'engine', 'database'],
  async prepare() {
    await bothOnline();
    return doings.meet();
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
    const user = await doings.guest();
    const browser = pushes.subscribe((await doings.ask('websiteConfig', {})).pushKey);
    await doings.ask('fcmToken', { fcmToken: browser.token, isUpdate: false }, user);
    told += 1;
    const id = `push-${told}`;
    return async () => {
      const about = { tid: `u_${host.uid}` };
      await enqueuePushes(database.db, [{ uid: user.id, kind: 'message', id, at: Date.now(), about, dueInMs: 0 }]);
      await until('the push', async () => {
        // Ends the lease that a killed process still holds.
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

const ALL: Readonly<Record<string, Kind>> = { message, gift, unlock, order, 'call minute': callMinute, push };
const KINDS = Object.fromEntries(Object.entries(ALL).filter(([name]) => ONLY?.includes(name) ?? true));

/** Kill points: before and after each write of the kind, for each process, repeated endlessly. `writes` is from a run without kills. */
function* pointsOf({ of, parts }: Kind, writes: number): Generator<KillPoint> {
  for (;;)
    for (let n = 1; n <= writes; n += 1)
      for (const part of parts)
        for (const side of ['asked', 'answered'] as const)
          yield { part, side, of, n, line: part === 'gateway' ? 'gateway' : 'database' };
}

test(`nothing acknowledged is lost and nothing is paid twice when processes are killed at ${KILLS} writes`, {
  timeout: 3 * HOUR_MS,
}, async () => {
  [viewer, host] = [await startCorePerson(product.server.port), await startCorePerson(product.server.port)];
  uids = { viewer: viewer.uid, host: host.uid };
  await doings.makeHost(uids.host);
  await doings.giveGems(uids.viewer, GEMS);
  const before = await gemsOf(uids.viewer);
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
      const isKilled = await product.killAt(point, await kind.prepare()).catch((error: unknown) => {
        throw new Error(`${name}, after ${killed} kills, at ${JSON.stringify(point)}`, { cause: error });
      });
      if (isKilled) {
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
  expect(await gemsOf(uids.viewer)).toBe(before - given * ROSE_GEMS - opened.length * PICTURE_GEMS);
});
