import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { HOUR_MS } from '../../../contract/durations.ts';
import { type CorePerson, startCorePerson } from '../../harness/core-people.ts';
import { seeded } from '../../harness/hostile/mutants.ts';
import { freshDatabase } from '../../harness/postgres/postgres.ts';
import { type KilledServer, startKilledServer, until } from '../../harness/servers/kept-server.ts';
import { report, sized } from './size.ts';

const MESSAGES = sized(400, 10_000);
const CUTS = sized(40, 1_000);
const ENGINE_KILLS = sized(2, 20);
const SERVER_KILLS = sized(1, 5);
const PEOPLE = sized(8, 20);
/** How many messages may be unaccepted in total: users continue to write while a process is down. */
const AHEAD = 60;
const random = seeded(15);
const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;

let server: KilledServer;
beforeAll(async () => {
  server = await startKilledServer(await freshDatabase(inject('postgresUrl'), 'demo'));
}, 120_000);
afterAll(() => server?.stop());

async function gather(count: number): Promise<CorePerson[]> {
  const people = await Promise.all(Array.from({ length: count }, () => startCorePerson(server.port)));
  onTestFinished(async () => void (await Promise.all(people.map((one) => one.close()))));
  return people;
}
const online = (people: readonly CorePerson[]) => people.filter((one) => one.isOnline());
const allOnline = (people: readonly CorePerson[]) =>
  until('everybody to be online', () => online(people).length === people.length);

/** Ways in which a socket is cut. */
const CUT: readonly ((person: CorePerson) => void)[] = [
  ({ line }) => line.reset(),
  ({ line }) => line.fin(),
  ({ line }) => line.cutAfterBytes(1 + Math.floor(random() * 400)),
];

test(`no message of ${MESSAGES} is lost, doubled or out of order over ${CUTS} cuts and ${ENGINE_KILLS} + ${SERVER_KILLS} kills`, {
  timeout: HOUR_MS,
}, async () => {
  const people = await gather(PEOPLE);
  await allOnline(people);
  const ring = people.map((one, n) => [one, people[(n + 1) % PEOPLE] ?? one] as const);
  const said = new Map<number, string[]>(people.map(({ uid }) => [uid, []]));
  const began = performance.now();

  async function write(): Promise<void> {
    for (let n = 0; n < MESSAGES; n += 1) {
      const [from, to] = pick(ring);
      const words = `${from.uid} says ${n}`;
      await from.say(to.uid, words);
      said.get(from.uid)?.push(words);
      if (n % 10 === 0) await until('messages to be accepted', async () => (await waitingAtAll()) < AHEAD);
    }
  }
  const waitingAtAll = async () => (await Promise.all(people.map((one) => one.waiting()))).reduce((a, b) => a + b, 0);
  const sent = () => [...said.values()].reduce((sum, { length }) => sum + length, 0);
  /** Distributes `times` acts evenly over the messages. */
  async function spread(times: number, act: (n: number) => Promise<void>): Promise<void> {
    for (let n = 0; n < times; n += 1) {
      const from = (MESSAGES * n) / (times + 1);
      await until('the next messages', () => sent() >= from);
      await act(n);
    }
  }
  let cut = 0;
  const kills = { engine: 0, server: 0 };
  await Promise.all([
    write(),
    spread(CUTS, async () => {
      await until('somebody online', () => online(people).length > 0);
      const person = pick(online(people));
      pick(CUT)(person);
      cut += 1;
    }),
    // One after another, because killing the server also kills its engine.
    spread(ENGINE_KILLS + SERVER_KILLS, async (n) => {
      await until('somebody online', () => online(people).length > 0);
      if (n % Math.ceil((ENGINE_KILLS + SERVER_KILLS) / SERVER_KILLS) === 0) {
        await server.killServer();
        kills.server += 1;
      } else {
        await server.killEngine();
        kills.engine += 1;
      }
    }),
  ]);
  await allOnline(people);
  await until('all to be accepted', async () => (await waitingAtAll()) === 0);

  for (const [from, to] of ring) {
    const words = said.get(from.uid) ?? [];
    await until(
      `the last words of ${from.uid}`,
      async () => (await to.heardFrom(from.uid)).length >= words.length,
      30_000,
    ).catch(() => undefined);
    const heard = await to.heardFrom(from.uid);
    const memory = heard.length === words.length ? '' : await to.memory();
    expect({
      memory,
      lost: words.filter((one) => !heard.includes(one)),
      doubled: heard.length - new Set(heard).size,
    }).toEqual({
      memory: '',
      lost: [],
      doubled: 0,
    });
    expect(heard).toEqual(words);
    expect(await from.statesTo(to.uid)).toEqual(words.length > 0 ? ['success'] : []);
  }
  const streams = people.map((one) => one.streams());
  report('messages through cuts and kills', {
    messages: sent(),
    cuts: cut,
    'engine kills': kills.engine,
    'server kills': kills.server,
    minutes: ((performance.now() - began) / 60_000).toFixed(1),
    streams: streams.reduce((sum, { all }) => sum + all, 0),
    resumed: streams.reduce((sum, { resumed }) => sum + resumed, 0),
  });
  expect({ cut, kills }).toEqual({ cut: CUTS, kills: { engine: ENGINE_KILLS, server: SERVER_KILLS } });
});

test('each user receives messages at once on the existing stream after each kill of the engine', {
  timeout: HOUR_MS,
}, async () => {
  const people = await gather(20);
  await allOnline(people);
  for (let kill = 0; kill < sized(3, 20); kill += 1) {
    const killed = performance.now();
    const cuts = people.filter(() => random() < 0.3);
    for (const person of cuts) person.line.reset();
    await server.killEngine();
    await until('everybody to be online again', () =>
      people.every((one) => one.isOnline() && one.onlineSince() > killed),
    );
    const streams = people.map((one) => one.streams().all);
    await Promise.all(people.map((one, n) => one.say(people[(n + 1) % 20]?.uid ?? 0, `kill ${kill}`)));
    for (const [n, one] of people.entries()) {
      const to = people[(n + 1) % 20] ?? one;
      await until(
        'the words to be heard',
        async () => (await to.heardFrom(one.uid)).includes(`kill ${kill}`),
        8_000,
      ).catch(async () => {
        throw new Error(`${to.uid} does not hear ${one.uid}: ${await to.memory()}`);
      });
    }
    expect(people.map((one) => one.streams().all)).toEqual(streams);
  }
});

test('fifty users are online within a second after a restarted server listens (p95)', {
  timeout: HOUR_MS,
}, async () => {
  const people = await gather(50);
  await allOnline(people);
  const took: number[] = [];
  for (let kill = 0; kill < sized(1, 5); kill += 1) {
    const killed = performance.now();
    const listens = await server.killServer();
    await until('everybody to be online again', () =>
      people.every((one) => one.isOnline() && one.onlineSince() > listens),
    );
    const these = people.map((one) => one.onlineSince() - listens).toSorted((a, b) => a - b);
    report('one kill of the server', {
      'ms until the next listens': Math.round(listens - killed),
      'the 25th is online after ms': Math.round(these[24] ?? 0),
      'the last after ms': Math.round(these.at(-1) ?? 0),
    });
    took.push(...these);
  }
  const sorted = took.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.ceil(sorted.length * share) - 1] ?? 0);
  report('online after the server listens', { 'median ms': at(0.5), 'p95 ms': at(0.95), 'slowest ms': at(1) });
  expect(at(0.95)).toBeLessThanOrEqual(1_000);
});
