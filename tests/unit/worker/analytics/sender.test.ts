import { afterEach, expect, test, vi } from 'vitest';
import type { EventItem } from '#contract/analytics/wire.ts';
import type { EventRow } from '../../../../worker/analytics/database.ts';
import { createSender, restOf } from '../../../../worker/analytics/sender.ts';

type Answer = number | 'broken' | 'silent' | { readonly status: number; readonly retryAfter: string };
const INTERVAL_MS = 6_000;

afterEach(() => void vi.restoreAllMocks());
const itemOf = (n: number) => ({ '#uuid': String(n) }) as EventItem;

/** A sender with the given number of waiting events; its clock jumps from one timer to the next. */
function sender(
  waiting: number,
  answers: Answer[],
  { batch = 6, random = 0.5, debug = '' as '' | 'debug' | 'debug_only' } = {},
) {
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
      // No response arrives, so the request ends by its abort signal.
      if (answer === 'silent')
        return new Promise<never>((_resolve, reject) =>
          init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)),
        );
      if (answer === 'broken') throw new TypeError('no network');
      const { status, retryAfter } = typeof answer === 'object' ? answer : { status: answer ?? 200, retryAfter: '' };
      return new Response('{"code":0}', { status, ...(retryAfter && { headers: { 'retry-after': retryAfter } }) });
    },
    baseUrl: 'https://collector.example',
    appId: 'app',
    build: '1',
    batch,
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
    random: () => random,
  } as Parameters<typeof createSender>[0]);
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const late = new AbortController();
    timers.push({ at: now + ms, run: () => late.abort(new DOMException('too late', 'TimeoutError')) });
    return late.signal;
  });
  /** Runs all timers that are due until `end`. */
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

test('less than a batch waits for six seconds, a full batch does not', async () => {
  const few = sender(5, [200]);
  few.send.onWritten(5);
  await few.until(INTERVAL_MS - 1);
  expect(few.sent).toEqual([]);
  await few.until(INTERVAL_MS);
  expect(few.sent).toMatchObject([{ at: INTERVAL_MS, n: 5, path: '/sync_js' }]);
  const enough = sender(6, [200]);
  enough.send.onWritten(6);
  await enough.until(0);
  expect(enough.sent).toMatchObject([{ at: 0, n: 6 }]);
});

test('at most fifty events are sent per request, oldest first, one request at a time', async () => {
  const { send, sent, until, left, most } = sender(120, [200]);
  send.onWritten(120);
  send.onWritten(120);
  void send.flush();
  await until(0);
  expect(sent.map(({ n }) => n)).toEqual([50, 50, 20]);
  expect([left(), most()]).toEqual([0, 1]);
});

test('a collector without a response is aborted after three seconds, each time', async () => {
  const { send, sent, until, left } = sender(6, ['silent'], { random: 0 });
  send.onWritten(6);
  await until(2_999);
  expect(sent.map(({ at }) => at)).toEqual([0]);
  await until(15_000);
  expect(sent.map(({ at }) => at)).toEqual([0, 3_100, 6_300, 9_700]);
  expect(left()).toBe(6);
});

test.each([
  [0, [0, 100, 300, 700]],
  [0.5, [0, 110, 330, 770]],
  [1, [0, 120, 360, 840]],
])('three retries follow after 100, 200 and 400 ms, plus up to a fifth (%s)', async (random, times) => {
  const { send, sent, until } = sender(6, ['broken'], { random });
  send.onWritten(6);
  await until(1_000);
  expect(sent.map(({ at }) => at)).toEqual(times);
});

test.each(['broken', 503] as const)(
  'a batch with the response %s is retried three times, then at the next interval',
  async (answer) => {
    const { send, sent, until, left } = sender(6, [answer]);
    send.onWritten(6);
    await until(1_000);
    expect(sent.map(({ at }) => at)).toEqual([0, 110, 330, 770]);
    expect(left()).toBe(6);
    await until(770 + INTERVAL_MS);
    expect(sent).toHaveLength(5);
  },
);

test('a batch with the response 429 is not retried before the next interval', async () => {
  const { send, sent, until, left } = sender(6, [429, 200]);
  send.onWritten(6);
  await until(INTERVAL_MS - 1);
  expect(sent).toHaveLength(1);
  await until(INTERVAL_MS);
  expect([sent.length, left()]).toEqual([2, 0]);
});

test('a response 429 with a delay stops sending until then, however many events wait, and loses nothing', async () => {
  const { send, sent, until, left } = sender(6, [{ status: 429, retryAfter: '60' }, 200]);
  send.onWritten(6);
  await until(59_999);
  send.onWritten(40);
  await send.flush();
  expect([sent.length, left()]).toEqual([1, 6]);
  await until(60_000);
  expect([sent.length, left()]).toEqual([2, 0]);
});

test('events of a sign-out are not sent when the collector asked for a pause, and are sent after it', async () => {
  const { send, sent, until } = sender(6, [{ status: 429, retryAfter: '60' }, 200]);
  send.onWritten(6);
  await until(59_999);
  await send.sendOnce([itemOf(9)]);
  expect(sent).toHaveLength(1);
  await until(60_000);
  await send.sendOnce([itemOf(9)]);
  expect(sent.map(({ n }) => n)).toEqual([6, 6, 1]);
});

test('a backoff is between an interval and ten minutes, by seconds or by a date', () => {
  const now = Date.UTC(2026, 10, 23);
  const rests: readonly (readonly [string | null, number])[] = [
    ...[null, '', 'soon', '-5', '0', '1', new Date(now - 60_000).toUTCString()].map((text) => [text, 6_000] as const),
    ['90', 90_000],
    [new Date(now + 90_000).toUTCString(), 90_000],
    ['601', 600_000],
    ['9'.repeat(400), 600_000],
    ['Fri, 31 Dec 9999 23:59:59 GMT', 600_000],
  ];
  for (const [text, ms] of rests) expect(restOf(text, now), String(text).slice(0, 40)).toBe(ms);
});

test('the responses 400 and 413 split the batch down to the invalid event', async () => {
  const { send, refused, until, left, sent } = sender(8, [413, 200, 400, 400, 200, 400, 200]);
  send.onWritten(8);
  await until(0);
  expect(sent.map(({ n }) => n)).toEqual([8, 4, 4, 2, 1, 1, 2]);
  expect([left(), refused]).toEqual([0, [5]]);
});

test('nothing is sent while paused or stopped', async () => {
  const { send, sent, until } = sender(6, [200]);
  send.pause();
  send.onWritten(6);
  await until(60_000);
  expect(sent).toEqual([]);
  send.resume();
  await until(60_000 + INTERVAL_MS);
  expect(sent).toHaveLength(1);
  const over = sender(6, ['broken']);
  over.send.onWritten(6);
  over.send.stop();
  await over.until(60_000);
  expect(over.sent.length).toBeLessThanOrEqual(1);
});

test.each(['debug', 'debug_only'] as const)('the debug mode %s has each event checked separately', async (debug) => {
  const { send, sent, until } = sender(3, [200], { debug });
  void send.flush();
  await until(0);
  expect(sent).toEqual([0, 1, 2].map(() => ({ at: 0, path: '/data_debug', n: 1, dry: debug === 'debug_only' })));
});
