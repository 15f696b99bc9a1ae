import { expect, test } from 'vitest';
import { SENT_AT_ONCE_MAX, SENT_EVERY_MS } from '#contract/measure/rules.ts';
import type { Item } from '#contract/measure/wire.ts';
import type { EventRow } from '../../../../worker/measure/database.ts';
import { createSender } from '../../../../worker/measure/sender.ts';

type Answer = number | 'broken' | 'silent';
const itemOf = (n: number) => ({ '#uuid': String(n) }) as Item;

/** A sender with so many events waiting; its clock goes from one timer to the next. */
function sender(waiting: number, answers: Answer[], { batch = 6, debug = '' as '' | 'debug' | 'debug_only' } = {}) {
  let rows: EventRow[] = Array.from({ length: waiting }, (_, id) => ({ id, item: itemOf(id) }));
  let now = 0;
  let timers: { at: number; run: () => void }[] = [];
  const sent: { at: number; path: string; n: number; dry: boolean }[] = [];
  const refused: number[] = [];
  let atOnce = 0;
  let mostAtOnce = 0;
  const send = createSender({
    async fetch(url: unknown, init?: { body?: unknown; signal?: AbortSignal | null }) {
      atOnce += 1;
      mostAtOnce = Math.max(mostAtOnce, atOnce);
      const form = new URLSearchParams(String(init?.body));
      const read = JSON.parse(Buffer.from(form.get('data') ?? '', 'base64').toString());
      const path = new URL(String(url)).pathname;
      sent.push({ at: now, path, n: read.data?.length ?? 1, dry: form.get('dryRun') === '1' });
      await Promise.resolve();
      atOnce -= 1;
      const answer = answers.length > 1 ? answers.shift() : answers[0];
      if (answer === 'silent') throw new DOMException('too late', 'TimeoutError');
      if (answer === 'broken') throw new TypeError('no network');
      return { status: answer } as Response;
    },
    ...{ baseUrl: 'https://collector.example', appId: 'app', build: '1', batch },
    deviceId: () => 'device',
    debug: () => debug,
    events: {
      add() {},
      write: async () => {},
      drop() {},
      oldest: async (atMost) => rows.slice(0, atMost),
      count: async () => rows.length,
      async remove(gone, isRefused) {
        if (isRefused) refused.push(...gone.map(({ id = 0 }) => id));
        rows = rows.filter((row) => !gone.includes(row));
      },
    },
    later(ms, run) {
      const timer = { at: now + ms, run };
      timers.push(timer);
      return () => {
        timers = timers.filter((one) => one !== timer);
      };
    },
    now: () => now,
    random: () => 0.5,
  } as Parameters<typeof createSender>[0]);
  /** Lets everything happen that is due by then. */
  async function until(end: number): Promise<void> {
    for (;;) {
      for (let turn = 0; turn < 200; turn += 1) await Promise.resolve();
      const next = timers.toSorted((a, b) => a.at - b.at)[0];
      if (!next || next.at > end) break;
      timers = timers.filter((one) => one !== next);
      now = next.at;
      next.run();
    }
    now = end;
  }
  return { send, sent, refused, until, left: () => rows.length, most: () => mostAtOnce };
}

test('fewer than a batch wait for six seconds, a batch does not', async () => {
  const few = sender(5, [200]);
  few.send.onWritten(5);
  await few.until(SENT_EVERY_MS - 1);
  expect(few.sent).toEqual([]);
  await few.until(SENT_EVERY_MS);
  expect(few.sent).toMatchObject([{ at: SENT_EVERY_MS, n: 5, path: '/sync_js' }]);
  const enough = sender(6, [200]);
  enough.send.onWritten(6);
  await enough.until(0);
  expect(enough.sent).toMatchObject([{ at: 0, n: 6 }]);
});

test('at most fifty go at once, oldest first, one request after the other', async () => {
  const { send, sent, until, left, most } = sender(120, [200]);
  send.onWritten(120);
  send.onWritten(120);
  void send.flush();
  await until(0);
  expect(sent.map(({ n }) => n)).toEqual([SENT_AT_ONCE_MAX, SENT_AT_ONCE_MAX, 20]);
  expect([left(), most()]).toEqual([0, 1]);
});

test.each(['broken', 'silent', 503] as const)(
  '%s is tried three times more, then at the next interval',
  async (answer) => {
    const { send, sent, until, left } = sender(6, [answer]);
    send.onWritten(6);
    await until(1_000);
    expect(sent.map(({ at }) => at)).toEqual([0, 110, 330, 770]);
    expect(left()).toBe(6);
    await until(770 + SENT_EVERY_MS);
    expect(sent).toHaveLength(5);
  },
);

test('429 is not tried again before the next interval', async () => {
  const { send, sent, until, left } = sender(6, [429, 200]);
  send.onWritten(6);
  await until(SENT_EVERY_MS - 1);
  expect(sent).toHaveLength(1);
  await until(SENT_EVERY_MS);
  expect([sent.length, left()]).toEqual([2, 0]);
});

test('400 and 413 send the halves, down to the one that is bad', async () => {
  const { send, refused, until, left, sent } = sender(8, [413, 200, 400, 400, 200, 400, 200]);
  send.onWritten(8);
  await until(0);
  expect(sent.map(({ n }) => n)).toEqual([8, 4, 4, 2, 1, 1, 2]);
  expect([left(), refused]).toEqual([0, [5]]);
});

test('while it is paused, and once it is stopped, nothing is sent', async () => {
  const { send, sent, until } = sender(6, [200]);
  send.pause();
  send.onWritten(6);
  await until(60_000);
  expect(sent).toEqual([]);
  send.resume();
  await until(60_000 + SENT_EVERY_MS);
  expect(sent).toHaveLength(1);
  const over = sender(6, ['broken']);
  over.send.onWritten(6);
  over.send.stop();
  await over.until(60_000);
  expect(over.sent.length).toBeLessThanOrEqual(1);
});

test.each(['debug', 'debug_only'] as const)('%s has each event checked by itself', async (debug) => {
  const { send, sent, until } = sender(3, [200], { debug });
  void send.flush();
  await until(0);
  expect(sent).toEqual([0, 1, 2].map(() => ({ at: 0, path: '/data_debug', n: 1, dry: debug === 'debug_only' })));
});
