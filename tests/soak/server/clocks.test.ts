import { setTimeout as wait } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { CALL_HEARTBEAT_INTERVAL_MS } from '../../../contract/calls/rules.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../contract/durations.ts';
import { enqueuePushes } from '../../../server/domains/push/queue/enqueue.ts';
import { auditLedger } from '../../../server/domains/wallet/audit.ts';
import { type OpenDatabase, openDatabase } from '../../../server/platform/database/connect.ts';
import { freePort } from '../../../server/platform/prosody/ports.ts';
import { FAKETIME } from '../../../tools/installed-tools.ts';
import { type MortalProduct, startMortalProduct } from '../../harness/browser/mortal-product.ts';
import { shownAt } from '../../harness/calls/call-client.ts';
import { type CorePerson, ROSE_GEMS, startCorePerson } from '../../harness/core-people.ts';
import { CALL_PRICE, openDoings } from '../../harness/load/soak-doings.ts';
import { openBuyer } from '../../harness/money/buyer.ts';
import { tokenOf } from '../../harness/money/gateway.ts';
import { freshDatabase, startPostgres } from '../../harness/postgres/postgres.ts';
import { until } from '../../harness/servers/kept-server.ts';
import { createMachineClock, type MachineClock } from '../../harness/servers/machine-clock.ts';
import { type PushService, startPushService } from '../../harness/servers/push-service.ts';
import { report } from './size.ts';

// `npm run soak` installs it on Linux, or refuses to run without it.
if (!FAKETIME.found()) report('clocks', { skipped: `${FAKETIME.name} is missing`, remedy: FAKETIME.installHint });

const PACK_GEMS = 300;
const GEMS = 1_000;
/** A call that is set off in its first minute and ends in its second. */
const TALK_MS = 66_000;
/** Longer than the fair start, which is free. */
const SHORT_TALK_MS = 25_000;
const SET_AFTER_MS = 30_000;

type Moment = () => Promise<void>;
let clock: MachineClock;
let product: MortalProduct;
let database: OpenDatabase;
let pushes: PushService;
let doings: ReturnType<typeof openDoings>;
let metricsPort: number;
/** Difference of the machine's clock from the true time, ms. Each moment adds `step`, so that each is a jump. */
let offset: number;
let step: number;

const rows = async <Row>(text: string, values: readonly unknown[] = []) =>
  (await database.pool.query(text, [...values])).rows as Row[];

async function start(by: number): Promise<() => Promise<void>> {
  [offset, step] = [0, by];
  clock = createMachineClock();
  const before = { ...process.env };
  // PostgreSQL, server, Prosody and gateway inherit it.
  Object.assign(process.env, clock.env);
  const postgres = await startPostgres();
  const databaseUrl = await freshDatabase(postgres.url, 'demo');
  pushes = await startPushService();
  metricsPort = await freePort();
  product = await startMortalProduct(databaseUrl, { PUSH_HOSTS: pushes.origin, METRICS_PORT: `${metricsPort}` });
  database = openDatabase(databaseUrl, () => undefined, MINUTE_MS);
  doings = openDoings(product.url, database);
  return async () => {
    process.env = before;
    await product.stop();
    await database.close();
    await pushes.close();
    await postgres.stop();
  };
}

/** Sets the clock of all processes. */
async function jump(): Promise<void> {
  offset += step;
  clock.set(offset);
  const [now] = await rows<{ off: number }>('select extract(epoch from clock_timestamp()) * 1000 - $1::float8 as off', [
    Date.now() + offset,
  ]);
  expect(Math.abs(Number(now?.off))).toBeLessThan(10_000);
}

type Talk = { readonly minutes: number; readonly paid: number; readonly spent: number; readonly reason: string };
/** A call of `TALK_MS`, in which the clock is set while it rings or in its first minute. Returns what it cost in the end. */
async function talk(moment: 'ringing' | 'talking', lastsMs: number): Promise<Talk> {
  const { a, b, caller, callee, leave } = await doings.openPair();
  const gems = async () => {
    const [wallet] = await rows<{ n: number }>(
      `select amount::int as n from wallet where uid = $1 and currency = 'gems'`,
      [caller],
    );
    return wallet?.n ?? 0;
  };
  const before = await gems();
  const shown = shownAt(CALL_PRICE);
  const { sid } = await a.hears('SessionRequest', '', { callee, kind: 'paid', source: '', root: '', shown });
  if (moment === 'ringing') await jump();
  const ready = await b.ask('CallReady', sid, {});
  if (!ready.refusal) {
    await a.hears('SessionSuccess', sid, {});
    await b.hears('SessionSuccess', sid, {});
    const startedAt = performance.now();
    const ran = () => performance.now() - startedAt;
    let isSet = moment !== 'talking';
    while (ran() < lastsMs) {
      const beats = [await b.ask('SessionHeartbeat', sid, { flowing: true })];
      beats.push(await a.ask('SessionHeartbeat', sid, { flowing: true }));
      if (beats.some(({ refusal }) => refusal)) break;
      if (!isSet && ran() >= SET_AFTER_MS) {
        isSet = true;
        await jump();
      }
      await wait(Math.min(CALL_HEARTBEAT_INTERVAL_MS, Math.max(0, lastsMs - ran())));
    }
    await a.ask('SessionTerminate', sid, { reason: 'hangUp', rejectType: '' });
  }
  const isOver = async () => (await rows(`select from call where sid = $1 and state = 'ended'`, [sid])).length === 1;
  await until('the end of the call', isOver, MINUTE_MS);
  leave();
  const [cost] = await rows<Omit<Talk, 'spent'>>(
    `select minutes, reason,
        (select coalesce(sum(gross), 0)::int from transfer
          where subject_type = 'call' and subject_id = sid and kind = 'post') as paid
      from call where sid = $1`,
    [sid],
  );
  if (!cost) throw new Error('The call has no row');
  return { ...cost, spent: before - (await gems()) };
}

/**
 * Buys a pack; the clock is set before or while the card is charged. Returns how often the pack was credited. An order that can no longer
 * be paid after an hour ends without a payment.
 */
async function buy(moment: 'ordered' | 'charged'): Promise<number> {
  const buyer = await openBuyer(product.url, 'card');
  const core = buyer.core();
  await core.buy();
  await until('the page of the card', async () => {
    await core.refresh();
    return (await buyer.row())?.status?.next?.kind === 'frame';
  });
  if (moment === 'ordered') await jump();
  const next = (await buyer.row())?.status?.next;
  if (next?.kind !== 'frame') throw new Error('The order has no page for the card');
  const token = await tokenOf(next.url).catch(() => undefined);
  const charging = token === undefined ? undefined : core.charge(token);
  if (moment === 'charged') {
    const isCharged = async () =>
      (
        await rows('select from gateway_demo.session where order_id = $1 and payment_ref is not null', [
          (await buyer.row())?.orderId,
        ])
      ).length > 0;
    await until('the payment at the gateway', isCharged, MINUTE_MS);
    await jump();
  }
  await charging;
  const isOver = async () => {
    await core.refresh();
    return ((await buyer.row())?.status?.payStatus ?? 'PENDING') !== 'PENDING';
  };
  await until('the end of the purchase', isOver, 2 * MINUTE_MS).catch(async (error: unknown) => {
    const order = await rows('select * from payment_order where uid = $1', [buyer.uid]);
    const calls = await rows('select * from payment_call where order_id = $1', [(await buyer.row())?.orderId]);
    throw new Error(JSON.stringify({ order, calls, kept: await buyer.row() }), { cause: error });
  });
  core.die();
  buyer.close();
  const [counted] = await rows<{ credits: number; payments: number }>(
    `select (select count(*)::int from transfer where subject_type = 'order' and subject_id = payment_order.id and gross = $2) as credits,
        (select count(*)::int from gateway_demo.session where order_id = payment_order.id and payment_ref is not null) as payments
      from payment_order where uid = $1`,
    [buyer.uid, PACK_GEMS],
  );
  expect(counted?.credits).toBe(counted?.payments);
  return counted?.credits ?? 0;
}

/** A user whose limit is one rose a day gives one, and another one after the clock is set. */
async function limit(to: number): Promise<{ readonly wasRefused: boolean; readonly isSameDay: boolean }> {
  const giver = await startCorePerson(product.server.port);
  await doings.giveGems(giver.uid, GEMS);
  await until('the giver to be online', () => giver.isOnline());
  const set = { scope: 'use', window: 'day', gems: ROSE_GEMS } as const;
  expect(await giver.api.call('spendLimits', { set })).toMatchObject({ ok: true });
  const day = async () => (await rows<{ day: string }>('select utc_day(ledger_now())::text as day'))[0]?.day;
  expect(await giver.give(to)).toBe(true);
  const before = await day();
  await jump();
  const wasRefused = !(await giver.give(to));
  const isSameDay = (await day()) === before;
  await giver.close();
  return { wasRefused, isSameDay };
}

let told = 0;
/** Enqueues a push that is due soon, sets the clock, and returns for how long it was due when it came, ms. */
async function push(about: number, then: Moment = jump): Promise<number> {
  const user = await doings.guest();
  const browser = pushes.subscribe((await doings.ask('websiteConfig', {})).pushKey);
  await doings.ask('fcmToken', { fcmToken: browser.token, isUpdate: false }, user);
  told += 1;
  const id = `clock-${told}`;
  await enqueuePushes(database.db, [
    // The time of the server, which is never behind.
    {
      uid: user.id,
      kind: 'message',
      id,
      at: Date.now() + Math.max(0, offset),
      about: { tid: `u_${about}` },
      dueInMs: 1_000,
    },
  ]);
  const setAt = performance.now();
  await then();
  await until('the push', () => pushes.received.some(({ payload }) => payload.i === id), 2 * MINUTE_MS).catch(
    async (error: unknown) => {
      const jobs = await rows('select *, now() from push_job where uid = $1', [user.id]);
      throw new Error(JSON.stringify({ jobs, faults: pushes.faults }), { cause: error });
    },
  );
  return performance.now() - setAt;
}

/** Resolves when the server is ready and none of its jobs is late; returns how long this took, ms. */
async function whenWell(): Promise<number> {
  const startedAt = performance.now();
  await until('the server to be ready, with its jobs', async () => {
    const ready = await fetch(`${product.url}/readyz`).catch(() => undefined);
    const metrics = await fetch(`http://127.0.0.1:${metricsPort}/metrics`).catch(() => undefined);
    const lags = [...((await metrics?.text()) ?? '').matchAll(/^gemcall_job_lag_seconds\{.*\} (\S+)$/gm)];
    return ready?.status === 200 && lags.length > 0 && lags.every(([, lag]) => Number(lag) < 60);
  });
  return performance.now() - startedAt;
}

describe.skipIf(!FAKETIME.found()).each([
  ['an hour back', -HOUR_MS],
  ['an hour forward', HOUR_MS],
  ['a day back', -DAY_MS],
])('the clock of the machine is set %s', (name, by) => {
  let stop: (() => Promise<void>) | undefined;
  beforeAll(async () => {
    stop = await start(by);
    return () => stop?.();
  }, 300_000);

  test('no minute is charged twice, no limit is passed, no message changes its place, and the jobs run', {
    timeout: HOUR_MS,
  }, async () => {
    const startedAt = performance.now();
    const [ann, bob]: [CorePerson, CorePerson] = [
      await startCorePerson(product.server.port),
      await startCorePerson(product.server.port),
    ];
    await doings.makeHost(bob.uid);
    await until('both to be online', () => ann.isOnline() && bob.isOnline());
    const said: string[] = [];
    /** Each writes after the other has read, so that the order is known. */
    async function chat(times = 1, middle: Moment = async () => undefined): Promise<void> {
      for (const [from, to] of [
        [ann, bob],
        [bob, ann],
      ] as const) {
        for (let n = 0; n < times; n += 1) {
          said.push(`message ${said.length}`);
          await from.say(to.uid, said.at(-1) ?? '');
          if (from === ann && n === Math.floor(times / 2)) await middle();
        }
        const last = said.at(-1) ?? '';
        await until('the message', async () => (await to.heardFrom(from.uid)).includes(last), 2 * MINUTE_MS);
      }
    }
    const done: Record<string, string | number> = {};
    const well: number[] = [];
    async function at<T>(moment: string, act: () => Promise<T>): Promise<T> {
      await chat();
      const result = await act();
      await chat();
      well.push(await whenWell());
      done[moment] = ((performance.now() - startedAt) / 1_000).toFixed(0);
      return result;
    }

    const rung = await at('ringing', () => talk('ringing', SHORT_TALK_MS));
    const talked = await at('talking', () => talk('talking', TALK_MS));
    const credits = [await at('ordered', () => buy('ordered')), await at('charged', () => buy('charged'))];
    const { wasRefused, isSameDay } = await at('limit', () => limit(bob.uid));
    const pushed = [await at('job', () => push(bob.uid))];
    await at('chat', () => chat(10, jump));
    const restart = async () => {
      await jump();
      await product.server.killServer();
    };
    pushed.push(await at('restart', () => push(bob.uid, restart)));

    report(`clock ${name}`, {
      ...done,
      'slowest push s': (Math.max(...pushed) / 1_000).toFixed(1),
      'slowest ready s': (Math.max(...well) / 1_000).toFixed(1),
      'ended call': talked.reason,
    });
    // An hour that passes while a call rings or runs ends it; it costs what both sides had confirmed before.
    const minutes = by > 0 ? [0, 1] : [1, 2];
    expect([rung, talked].map(({ minutes }) => minutes)).toEqual(minutes);
    for (const call of [rung, talked]) {
      expect(call.paid).toBe(call.minutes * CALL_PRICE);
      expect(call.spent).toBe(call.paid);
    }
    expect(credits).toEqual([by > 0 ? 0 : 1, 1]);
    expect(wasRefused).toBe(isSameDay);
    if (by < 0) expect(isSameDay).toBe(true);
    expect(await ann.textsWith(bob.uid)).toEqual(said);
    expect(await bob.textsWith(ann.uid)).toEqual(said);
    await Promise.all([ann.close(), bob.close()]);
    await until('nothing to be left', async () => (await doings.stuck()).length === 0, 3 * MINUTE_MS);
    expect(await auditLedger(database.db)).toEqual([]);
    expect(pushes.faults).toEqual([]);
    expect(Math.max(...pushed)).toBeLessThan(MINUTE_MS);
    expect(Math.max(...well)).toBeLessThan(MINUTE_MS);
  });
});
