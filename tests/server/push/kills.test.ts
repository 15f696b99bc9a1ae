import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { CORE_LOCK } from '../../../contract/core.ts';
import { boundHere } from '../../../tools/test/slow-machine.ts';
import { chat } from '../../edge/messages.ts';
import type { RawClient } from '../../harness/raw-client.ts';
import { fakeLocks } from '../../unit/worker/support/locks.ts';
import { type ClosedApps, startClosedApps } from './closed-app.ts';
import { Life } from './mortal.ts';
import { type Awake, newPhone, type Phone } from './phone.ts';

// A worker has these globals from the start.
vi.hoisted(() => {
  vi.stubGlobal('location', { host: 'test' });
  vi.stubGlobal('navigator', { language: 'en', userAgent: 'test', locks: {} });
});

const ADA = 100_001;
const BEN = 264_457_002;
const TID = `u_${BEN}`;
const PATIENCE = { timeout: 20_000, interval: 20 } as const;
/** `SOAK=full` kills several times at each step, because the moment between two steps differs in each run. */
const SOAKS = process.env['SOAK'] === 'full';
const ROUNDS = SOAKS ? 6 : 2;
/** In every second run, the frames sent just before the kill are lost. */
const waitOf = (run: number) => (run % 2) * 40;
vi.setConfig({ testTimeout: 120_000 });

let at: ClosedApps;
let bens: RawClient;
let phone: Phone;
beforeAll(async () => {
  at = await startClosedApps(inject('postgresUrl'));
  bens = await at.backend.connect(await at.backend.logIn(BEN));
  phone = newPhone(at.backend.url, await at.backend.logIn(ADA));
  await phone.signIn();
  bens.send(chat({ id: 'how-it-began', to: ADA, body: 'Good evening' }));
  await vi.waitFor(async () => {
    const { brief, chat } = phone.wake();
    await brief();
    expect(await chat.threads.where('tid').equals(TID).count()).toBe(1);
  }, PATIENCE);
});
afterAll(async () => {
  phone?.close();
  await at?.close();
});

/** Ids under which the peer got this text. A message that arrives twice under one id is shown once. */
const heard = (body: string) =>
  bens.frames
    .filter((frame) => frame.is('message') && frame.getChildText('body') === body)
    .map(({ attrs }) => attrs['id']);
const shown = (body: string) => [...new Set(heard(body))];

/** Wakes the service worker, as a `sync` event or the next push does, until the outbox is empty. */
async function wakeUntilSent(): Promise<void> {
  await vi.waitFor(async () => {
    phone.bury();
    const { actions, chat } = phone.wake();
    expect(await actions.flush()).toBe(true);
    expect(await chat.outbox.count()).toBe(0);
  }, PATIENCE);
}

/** Prints the figures of a soak run for the document that quotes them. */
const report = (what: string, figures: object) => SOAKS && console.info(what, figures);

/** Runs the act in a service worker that is killed after this number of steps. Returns its life, and the result or 'died'. */
async function live(steps: number, act: (awake: Awake) => Promise<unknown>, sendsAfterMs = 0) {
  const life = new Life({ steps, sendsAfterMs });
  const awake = phone.wake(life);
  const became = await Promise.race([act(awake), life.death]);
  return { life, became };
}

test('a reply arrives once when the service worker is killed at any step after it was written', async () => {
  const whole = await live(Number.POSITIVE_INFINITY, ({ actions }) => actions.reply(TID, 'undisturbed'));
  expect(whole.became).toBe('sent');
  const { length } = whole.life.steps;
  const tally = { kills: 0, once: 0, unwritten: 0, again: 0 };
  const bodies: [body: string, times: number][] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    for (let step = 0; step < length; step += 1) {
      const body = `reply ${round}/${step}`;
      const { became } = await live(step, ({ actions }) => actions.reply(TID, body), waitOf(round));
      if (became === 'died') tally.kills += 1;
      phone.bury();
      const { chat } = phone.wake();
      const isWritten = (await chat.messages.filter((row) => JSON.stringify(row).includes(body)).count()) > 0;
      if (!isWritten) tally.unwritten += 1;
      bodies.push([body, isWritten ? 1 : 0]);
      await wakeUntilSent();
    }
  // The last reply is behind all earlier ones, so every duplicate has arrived by now.
  await live(Number.POSITIVE_INFINITY, ({ actions }) => actions.reply(TID, 'the end'));
  await vi.waitFor(() => expect(shown('the end')).toHaveLength(1), PATIENCE);
  for (const [body, times] of bodies) {
    expect([body, shown(body).length]).toEqual([body, times]);
    if (times === 1) tally.once += 1;
    if (heard(body).length > 1) tally.again += 1;
  }
  report('reply', tally);
  expect(tally.kills).toBeGreaterThanOrEqual(30);
});

test('messages written offline arrive once and in order when the service worker that sends them is killed at any step', async () => {
  const kills = SOAKS ? 60 : 12;
  const batches: string[][] = [];
  /** Types twenty messages into a page without a connection. */
  async function write(name: string): Promise<void> {
    phone.bury();
    const { chat, type } = phone.wake();
    const words = Array.from({ length: 20 }, (_, at) => `${name}/${at}`);
    batches.push(words);
    for (const body of words) expect(await type(TID, body)).toBe(true);
    expect(await chat.outbox.count()).toBe(20);
  }
  await write('undisturbed');
  const whole = await live(Number.POSITIVE_INFINITY, ({ actions }) => actions.flush());
  expect(whole.became).toBe(true);
  const { length } = whole.life.steps;
  let died = 0;
  for (let kill = 0; kill < kills; kill += 1) {
    await write(`kill ${kill}`);
    const { became } = await live(Math.floor((kill * length) / kills), ({ actions }) => actions.flush(), waitOf(kill));
    if (became === 'died') died += 1;
    await wakeUntilSent();
  }
  await live(Number.POSITIVE_INFINITY, ({ actions }) => actions.reply(TID, 'the end of it'));
  await vi.waitFor(() => expect(shown('the end of it')).toHaveLength(1), PATIENCE);
  const order = [...new Map(bens.frames.map((frame) => [frame.attrs['id'], frame.getChildText('body')])).values()];
  for (const words of batches) expect(order.filter((body) => words.includes(body ?? ''))).toEqual(words);
  report('typed offline', { kills: died, messages: batches.length * 20, steps: length });
  expect(died).toBeGreaterThanOrEqual(Math.floor(kills * 0.9));
});

test('a page leads within a second, without loss or duplicates, when it opens during a headless session', async () => {
  const runs = SOAKS ? 100 : 30;
  const mids = new Set<string>();
  let slowest = 0;
  const isSeen = async () => (await at.rows<{ seen: boolean }>('select is_seen_online($1) as seen', [ADA]))[0]?.seen;
  for (let run = 0; run < runs; run += 1) {
    phone.bury();
    const ids = ['before', 'during', 'after'].map((when) => `page-${run}-${when}`);
    const [before = '', during = '', after = ''] = ids;
    const say = (id: string) => {
      mids.add(`${TID}/${id}`);
      bens.send(chat({ id, to: ADA }));
    };
    await vi.waitFor(async () => expect(await isSeen()).toBe(false), PATIENCE);
    say(before);
    // In each run, the page opens at another step of the headless session.
    let open: () => void = () => {};
    const opens = new Promise<void>((resolve) => {
      open = resolve;
    });
    const short = phone.wake(new Life({ onStep: (taken) => taken === 1 + (run % 34) && open() }));
    const ended = short.brief({ until: async () => false });
    setTimeout(open, 2_000);
    await opens;
    const seenBefore = await isSeen();
    say(during);
    const saidHello = performance.now();
    const led = phone.locks().request(CORE_LOCK, async () => {
      slowest = Math.max(slowest, performance.now() - saidHello);
      const page = phone.wake(new Life(), { socketPath: '/xmpp-websocket', locks: fakeLocks() });
      say(after);
      const has = async () =>
        (await page.chat.messages
          .where('mid')
          .anyOf(ids.map((id) => `${TID}/${id}`))
          .count()) === 3;
      return page.brief({ until: has });
    });
    phone.channels().say({ type: 'hello', build: 1, instance: `page-${run}` });
    expect([run, seenBefore, await ended, await led]).toEqual([run, false, 'superseded', 'done']);
  }
  const { chat: kept } = phone.wake();
  const stored = (await kept.messages.toArray()).map(({ mid }) => mid).filter((mid) => mid.startsWith(`${TID}/page-`));
  expect(stored.toSorted()).toEqual([...mids].toSorted());
  report('a page opens', { runs, slowestMs: Math.round(slowest) });
  expect(slowest).toBeLessThan(boundHere(1_000));
});
