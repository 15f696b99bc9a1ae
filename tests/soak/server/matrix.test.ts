import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { CALL_MINUTE_MS } from '../../../contract/calls/rules.ts';
import { HOUR_MS } from '../../../contract/durations.ts';
import { auditLedger } from '../../../server/domains/wallet/audit.ts';
import { type OpenDatabase, openDatabase } from '../../../server/platform/database/connect.ts';
import { type SteadyCall, startSteadyCall } from '../../harness/calls/steady-calls.ts';
import { type CorePerson, startCorePerson } from '../../harness/core-people.ts';
import { openDoings } from '../../harness/load/soak-doings.ts';
import { startWriter, type Writer } from '../../harness/load/steady-people.ts';
import { until } from '../../harness/servers/kept-server.ts';
import { type NodeName, startTwoProcesses, type TwoProcesses } from '../../harness/servers/two-processes.ts';
import { report, sized } from './size.ts';

const KILLS = Number(process.env['SOAK_KILLS'] ?? sized(1, 20));
const MESSAGES_PER_SECOND = Number(process.env['SOAK_RATE'] ?? sized(50, 300));
const WRITERS = sized(10, 40);
const CALLS = sized(5, 50);
/** Users with a complete core, whose screens are compared with the messages sent to them. */
const CORES = sized(2, 10);
const CORE_EVERY_MS = 1_000;
const AWAY_MS = 5_000;
/** Longer than a leader's lease. */
const HOLE_MS = 8_000;
const BACK_WITHIN_MS = 3_000;
/** Longer, because the engine must start first. */
const ENGINE_BACK_WITHIN_MS = 5_000;
/** Faults to run (`SOAK_KINDS=hole,database`); all if not set. */
const KINDS = (process.env['SOAK_KINDS'] ?? '').split(',').filter((kind) => kind !== '');
const TAKEN_OVER_WITHIN_MS = 6_000;
const GEMS = 1_000_000;
/** A minute that starts this close to the end of a call may or may not be charged. */
const EDGE_MS = 3_000;

let product: TwoProcesses;
let database: OpenDatabase;
beforeAll(async () => {
  product = await startTwoProcesses();
  database = openDatabase(product.databaseUrl, () => undefined, 60_000);
}, 120_000);
afterAll(async () => {
  await database?.close();
  await product?.stop();
});

const rows = async <Row>(text: string, values: unknown[] = []) =>
  (await database.pool.query(text, values)).rows as Row[];
/** The current leader, and when its lease ends. */
const term = async () =>
  (
    await rows<{ holder: NodeName; until: string }>(
      `select holder, until::text from leader where work = 'components' and until > clock_timestamp()`,
    ).catch(() => [])
  )[0];

test(`nothing is lost, doubled or wrongly charged in ${KILLS} failures of each part`, {
  timeout: 3 * HOUR_MS,
}, async () => {
  const [first] = product.urls;
  const doings = openDoings(first, database);
  const urlOf = (n: number) => product.urls[n % 2] ?? first;
  const person = async () => {
    const { id, vcToken } = await doings.guest();
    return { id, token: vcToken };
  };

  const people = await Promise.all(Array.from({ length: WRITERS }, person));
  const everyMs = (1_000 * WRITERS) / MESSAGES_PER_SECOND;
  const writers: Writer[] = [];
  for (const [n, one] of people.entries())
    writers.push(await startWriter(urlOf(n), one, people[(n + 1) % WRITERS]?.id ?? 0, everyMs));
  const cores: CorePerson[] = [];
  for (let n = 0; n < CORES; n += 1) cores.push(await startCorePerson(Number(new URL(urlOf(n)).port)));
  const failures: string[] = [];
  const running = new Set<SteadyCall>();
  const coreSaid = cores.map((): string[] => []);
  const coreBusy = setInterval(() => {
    for (const [n, core] of cores.entries()) {
      const words = `${core.uid} says ${coreSaid[n]?.length}`;
      coreSaid[n]?.push(words);
      core.say(cores[(n + 1) % CORES]?.uid ?? 0, words).catch((error: unknown) => failures.push(String(error)));
    }
  }, CORE_EVERY_MS);
  onTestFinished(async () => {
    clearInterval(coreBusy);
    for (const one of [...writers, ...running]) one.leave();
    await Promise.all(cores.map((core) => core.close()));
  });

  const ended: { readonly call: SteadyCall; readonly ranMs: number; readonly why: string }[] = [];
  const callers: number[] = [];
  async function fillCalls(): Promise<void> {
    for (const call of running) {
      if (call.ended() === '') continue;
      running.delete(call);
      call.leave();
      ended.push({ call, ranMs: performance.now() - call.connectedAt, why: call.ended() });
    }
    while (running.size < CALLS) {
      const [caller, callee] = await Promise.all([person(), person()]);
      await doings.makeHost(callee.id);
      await doings.giveGems(caller.id, GEMS);
      await rows(`insert into allowance_use select 'first', 'uid:' || $1::bigint, 1, 'earlier'`, [caller.id]);
      const n = callers.push(caller.id);
      running.add(await startSteadyCall([urlOf(n), urlOf(n + 1)], caller, callee));
    }
  }

  await fillCalls();
  const began = performance.now();
  for (const writer of writers) writer.begin();

  /** When the first message that a writer wrote after `at` was accepted; 0 while none is. */
  function acceptedOf({ said }: Writer, at: number): number {
    let first = 0;
    for (let n = said.length - 1; n >= 0; n -= 1) {
      const one = said[n];
      if (!one || one.at < at) break;
      if (one.acceptedAt > 0 && (first === 0 || one.acceptedAt < first)) first = one.acceptedAt;
    }
    return first;
  }
  async function backAfter(at: number): Promise<number[]> {
    await until('messages to be accepted again', () => writers.every((one) => acceptedOf(one, at) > 0));
    return writers.map((one) => acceptedOf(one, at) - at);
  }
  async function coresBackAfter(at: number): Promise<number[]> {
    await until('cores to be online', () => cores.every((core) => core.isOnline()));
    return cores.map((core) => Math.max(0, core.onlineSince() - at));
  }
  async function calm(): Promise<NodeName> {
    await product.whenWhole();
    let leading: NodeName | undefined;
    await until('a leader', async () => {
      leading = (await term())?.holder;
      return leading !== undefined;
    });
    await until('nobody to wait', () => writers.every((writer) => writer.isUp() && writer.waiting() < 20));
    await until('cores to be online', () => cores.every((core) => core.isOnline()));
    await fillCalls();
    // Each call has had a beat answered since, so that no side is already late.
    const now = performance.now();
    await until('all calls to be heard', () => [...running].every((call) => call.ended() || call.heardSince(now) > 0));
    return leading ?? 'one';
  }
  /** Time without a leader, until another process leads or the same one leads with a new lease. */
  async function ledAgain(at: number, isNext: (now: NonNullable<Awaited<ReturnType<typeof term>>>) => boolean) {
    await until('a leader again', async () => {
      const now = await term();
      return now !== undefined && isNext(now);
    });
    return performance.now() - at;
  }

  const backs: Record<string, number[]> = {};
  const takeovers: number[] = [];
  const note = (kind: string, took: readonly number[]) => {
    backs[kind] = [...(backs[kind] ?? []), ...took];
  };
  const FAULTS: Readonly<Record<string, (leading: NodeName, n: number) => Promise<void>>> = {
    async process(_, n) {
      product.killProcess(n % 2 === 0 ? 'one' : 'two');
      const at = performance.now();
      note('a process', await backAfter(at));
      note('a process, cores', await coresBackAfter(at));
    },
    async engine() {
      product.killEngine();
      const at = performance.now();
      note('the engine', await backAfter(at));
      note('the engine, cores', await coresBackAfter(at));
    },
    async leader(leading) {
      product.killProcess(leading);
      const at = performance.now();
      const last = await term();
      const takes = ledAgain(at, (now) => now.until !== last?.until);
      note('the leader', await backAfter(at));
      note('the leader, cores', await coresBackAfter(at));
      takeovers.push(await takes);
    },
    async hole(leading) {
      const hole = product.blackhole(leading);
      const at = performance.now();
      const takes = ledAgain(at, (now) => now.holder !== leading);
      await wait(HOLE_MS);
      // Writers through the other process must not notice the fault.
      const beside = writers.map((one) => acceptedOf(one, at)).filter((is) => is > 0);
      note(
        'beside a black hole',
        beside.map((is) => is - at),
      );
      hole.open();
      const opened = performance.now();
      note('out of a black hole', await backAfter(opened));
      takeovers.push(await takes);
    },
    async database() {
      await product.killDatabase(AWAY_MS);
      note('the database', await backAfter(performance.now()));
    },
  };

  for (let n = 0; n < KILLS; n += 1) {
    for (const [name, strike] of Object.entries(FAULTS)) {
      if (KINDS.length > 0 && !KINDS.includes(name)) continue;
      const leading = await calm();
      const from = performance.now();
      await strike(leading, n);
      const ms = Math.round(performance.now() - from);
      report(`${name} ${n + 1}`, {
        ms,
        ended: ended.length,
        waiting: writers.reduce((sum, one) => sum + one.waiting(), 0),
      });
    }
  }

  await calm();
  const minutes = (performance.now() - began) / 60_000;
  for (const writer of writers) writer.rest();
  clearInterval(coreBusy);
  await until('all to be accepted', () => writers.every((writer) => writer.waiting() === 0));
  await until('cores to have said all', async () =>
    (await Promise.all(cores.map((core) => core.waiting()))).every((waiting) => waiting === 0),
  );
  for (const call of running) {
    await call.hangUp();
    ended.push({ call, ranMs: performance.now() - call.connectedAt, why: '' });
    call.leave();
  }

  const said = writers.flatMap((writer) => writer.said.map(({ id }) => id));
  const kept = new Map(
    (await rows<{ mid: string; copies: number }>('select mid, count(*)::int as copies from archive group by mid')).map(
      ({ mid, copies }) => [mid, copies],
    ),
  );
  const missing = said.filter((id) => (kept.get(id) ?? 0) < 2);
  const doubled = said.filter((id) => (kept.get(id) ?? 0) > 2);
  const cameTwice = writers.reduce((sum, { came }) => sum + [...came.values()].filter((times) => times > 1).length, 0);
  const wrongScreens: string[] = [];
  for (const [n, core] of cores.entries()) {
    const reader = cores[(n + 1) % CORES] ?? core;
    const words = coreSaid[n] ?? [];
    await until('the last words', async () => (await reader.heardFrom(core.uid)).length >= words.length, 30_000).catch(
      () => undefined,
    );
    const heard = await reader.heardFrom(core.uid);
    if (heard.join() !== words.join()) wrongScreens.push(`${core.uid}: said ${words.length}, heard ${heard.length}`);
  }

  await until('nothing to be left', async () => (await doings.stuck()).length === 0, 180_000).catch(() => undefined);
  const charged = new Map(
    (
      await rows<{ sid: string; minutes: number; price: number; paid: string; spent: string }>(
        `select sid, minutes, price,
           (select coalesce(sum(gross), 0) from transfer where subject_type = 'call' and subject_id = sid and kind = 'post') as paid,
           (select $1::bigint - amount from wallet where uid = caller and currency = 'gems') as spent from call`,
        [GEMS],
      )
    ).map((row) => [row.sid, row]),
  );
  const wrongCharges = ended.flatMap(({ call: { sid }, ranMs, why }) => {
    const row = charged.get(sid);
    const most = Math.floor((ranMs + EDGE_MS) / CALL_MINUTE_MS) + 1;
    const least = why === '' ? Math.floor((ranMs - EDGE_MS) / CALL_MINUTE_MS) + 1 : 1;
    const due = row ? row.minutes * row.price : Number.NaN;
    const isRight =
      row && row.minutes >= least && row.minutes <= most && Number(row.paid) === due && Number(row.spent) === due;
    return isRight ? [] : [{ sid, ranMs, why, ...row }];
  });

  const at = (sorted: readonly number[], share: number) =>
    Math.round(sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0);
  for (const [kind, took] of Object.entries(backs)) {
    const sorted = took.toSorted((a, b) => a - b);
    report(`back after the death of ${kind}`, {
      'median ms': at(sorted, 0.5),
      'p95 ms': at(sorted, 0.95),
      'slowest ms': at(sorted, 1),
    });
  }
  report('the matrix', {
    kills: KILLS * (KINDS.length || Object.keys(FAULTS).length),
    minutes: minutes.toFixed(1),
    messages: said.length,
    'messages/s': Math.round(said.length / minutes / 60),
    missing: missing.length,
    doubled: doubled.length,
    'came twice over a stream': cameTwice,
    calls: ended.length,
    'ended by a fault': ended.filter(({ why }) => why !== '').length,
    'wrong charges': wrongCharges.length,
    'slowest takeover ms': Math.round(Math.max(...takeovers)),
  });
  expect({ failures, missing, doubled, wrongScreens, wrongCharges }).toEqual({
    failures: [],
    missing: [],
    doubled: [],
    wrongScreens: [],
    wrongCharges: [],
  });
  expect(await doings.stuck()).toEqual([]);
  expect(await auditLedger(database.db)).toEqual([]);
  expect(Math.max(...takeovers)).toBeLessThanOrEqual(TAKEN_OVER_WITHIN_MS);
  expect(
    Object.entries(backs)
      .filter(([kind, took]) => Math.max(...took) > (kind === 'the engine' ? ENGINE_BACK_WITHIN_MS : BACK_WITHIN_MS))
      .map(([kind]) => kind),
  ).toEqual([]);
});
