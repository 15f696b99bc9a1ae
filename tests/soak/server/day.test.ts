import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { HOUR_MS } from '../../../contract/durations.ts';
import { auditLedger } from '../../../server/domains/wallet/audit.ts';
import { type OpenDatabase, openDatabase } from '../../../server/platform/database/connect.ts';
import { freePort } from '../../../server/platform/prosody/ports.ts';
import { type MortalProduct, type Part, startMortalProduct } from '../../harness/browser/mortal-product.ts';
import { seeded } from '../../harness/hostile/mutants.ts';
import { type Crowd, type CrowdPerson, openCrowd } from '../../harness/load/crowd.ts';
import { openDoings } from '../../harness/load/soak-doings.ts';
import { freshDatabase } from '../../harness/postgres/postgres.ts';
import { until } from '../../harness/servers/kept-server.ts';
import { report, sized } from './size.ts';

const PEOPLE = Number(process.env['SOAK_PEOPLE'] ?? sized(8, 200));
const MINUTES = Number(process.env['SOAK_MINUTES'] ?? sized(0.75, 60));
/** Average interval of kills in the first half of the run. In the second half nothing is killed, so that memory can be compared. */
const KILL_EVERY_MS = sized(8_000, 30_000);
/** Average interval of a user's actions. At this rate two hundred users are what this machine can serve beside their cores. */
const ACT_EVERY_MS = sized(2_000, 15_000);
/** Processes for the users' cores. With product, gateway and database, two of them keep the machine busy. */
const PROCESSES = sized(1, 2);
const MEMORY_EVERY_MS = 500;
const GEMS = 100_000;
const random = seeded(24);
const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;

let product: MortalProduct;
let crowd: Crowd;
let database: OpenDatabase;
let metricsPort = 0;
beforeAll(async () => {
  const url = await freshDatabase(inject('postgresUrl'), 'demo');
  metricsPort = await freePort();
  product = await startMortalProduct(url, { METRICS_PORT: String(metricsPort) });
  database = openDatabase(url, () => undefined, 60_000);
  crowd = openCrowd(PROCESSES);
}, 120_000);
afterAll(async () => {
  crowd?.stop();
  await product?.stop();
  await database?.close();
});

/** Used heap of the server in bytes; undefined while it does not answer. */
async function heapOfServer(): Promise<number | undefined> {
  const text = await fetch(`http://127.0.0.1:${metricsPort}/metrics`)
    .then((response) => response.text())
    .catch(() => '');
  const found = /^nodejs_heap_size_used_bytes ([\d.e+]+)/m.exec(text)?.[1];
  return found === undefined ? undefined : Number(found);
}
const floorOf = (heaps: readonly number[]) => Math.min(...heaps);

test(`${PEOPLE} users chat, call, buy, give, sign in and out for ${MINUTES} minutes without loss while processes are killed`, {
  timeout: 3 * HOUR_MS,
}, async () => {
  const doings = openDoings(product.url, database);
  const start = async (): Promise<CrowdPerson> => {
    const person = await crowd.start(product.server.port);
    await doings.makeHost(person.uid);
    await doings.giveGems(person.uid, GEMS);
    return person;
  };
  const people: CrowdPerson[] = [];
  for (let n = 0; n < PEOPLE; n += 1) people.push(await start());
  const began = performance.now();
  const minuteNow = () => ((performance.now() - began) / 60_000).toFixed(1);
  const ends = began + MINUTES * 60_000;
  const calm = performance.now() + (MINUTES * 60_000) / 2;
  const isOver = () => performance.now() >= ends;
  const did: Record<string, number> = {};
  const note = (what: string) => {
    did[what] = (did[what] ?? 0) + 1;
  };
  const said = new Map<string, string[]>();
  const failures: string[] = [];

  /** Actions of a user, weighted by repetition. `change` replaces a user by a new one. */
  const ACTS: readonly ((at: number) => Promise<void>)[] = [
    ...Array.from({ length: 24 }, () => chat),
    ...Array.from({ length: 8 }, () => give),
    ...Array.from({ length: 2 }, () => call),
    buy,
    change,
  ];
  async function chat(at: number): Promise<void> {
    const [from, to] = [people[at], pick(people)];
    if (!from || from === to) return;
    const key = `${from.uid} ${to.uid}`;
    const words = `${key} ${said.get(key)?.length ?? 0}`;
    said.set(key, [...(said.get(key) ?? []), words]);
    await from.say(to.uid, words);
    note('messages');
  }
  async function give(at: number): Promise<void> {
    const [from, to] = [people[at], pick(people)];
    if (!from || from === to || !(await from.isOnline())) return;
    note((await from.give(to.uid)) ? 'gifts' : 'gifts without an answer');
  }
  async function call(): Promise<void> {
    const talk = await doings.meet().catch(() => undefined);
    note(talk && (await talk()) ? 'calls' : 'broken calls');
  }
  async function buy(): Promise<void> {
    const purchase = await doings.openPurchase().catch(() => undefined);
    if (!purchase) return;
    await purchase.buy();
    note('purchases');
  }
  async function change(at: number): Promise<void> {
    const gone = people[at];
    const next = await start().catch(() => undefined);
    if (!next || !gone) return;
    people[at] = next;
    await until('what they said to be accepted', async () => (await gone.waiting()) === 0);
    await gone.close();
    note('changes of who is there');
  }

  async function live(at: number): Promise<void> {
    while (!isOver()) {
      await pick(ACTS)(at).catch((error: unknown) => failures.push(`minute ${minuteNow()}: ${error}`));
      await wait(ACT_EVERY_MS * (0.5 + random()));
    }
  }
  async function die(): Promise<void> {
    const parts: readonly Part[] = ['server', 'engine', 'database', 'gateway'];
    while (performance.now() < calm) {
      await wait(KILL_EVERY_MS * (0.5 + random()));
      const part = pick(parts);
      await product.kill(part);
      note(`deaths of the ${part}`);
    }
  }
  const heaps: number[] = [];
  async function weigh(): Promise<void> {
    while (!isOver()) {
      const heap = performance.now() < calm ? undefined : await heapOfServer();
      if (heap !== undefined) heaps.push(heap);
      await wait(MEMORY_EVERY_MS);
    }
  }
  await Promise.all([...people.map((_, at) => live(at)), die(), weigh()]);

  await until('all to be accepted', async () =>
    (await Promise.all(people.map((one) => one.waiting()))).every((waiting) => waiting === 0),
  );
  // A call whose clients are gone ends by time-out.
  await until('nothing to be left', async () => (await doings.stuck()).length === 0, 180_000).catch(() => undefined);
  const uids = new Map(people.map((one) => [one.uid, one]));
  const lost: string[] = [];
  for (const [key, words] of said) {
    const [from = 0, to = 0] = key.split(' ').map(Number);
    const reader = uids.get(to);
    // A user who has left cannot read any more.
    if (!reader || !uids.has(from)) continue;
    await until('the last words', async () => (await reader.heardFrom(from)).length >= words.length, 30_000).catch(
      () => undefined,
    );
    const heard = await reader.heardFrom(from);
    if (heard.join() !== words.join()) lost.push(`${key}: said ${words.length}, heard ${heard.length}`);
  }
  const third = Math.floor(heaps.length / 3);
  const [early, late] = [floorOf(heaps.slice(0, third)), floorOf(heaps.slice(-third))];
  report('a day', {
    people: PEOPLE,
    minutes: MINUTES,
    ...did,
    'heap MB early': (early / 1e6).toFixed(1),
    'heap MB late': (late / 1e6).toFixed(1),
  });
  await Promise.all(people.map((one) => one.close()));
  const found = { failures, lost, stuck: await doings.stuck(), audit: await auditLedger(database.db) };
  expect(found).toEqual({ failures: [], lost: [], stuck: [], audit: [] });
  expect(did['messages']).toBeGreaterThan(0);
  // A new server process still grows, whatever it does.
  if (MINUTES >= 5) expect(late / early).toBeLessThanOrEqual(1.1);
});
