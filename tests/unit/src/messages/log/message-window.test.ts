import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { MessageRow } from '../../../../../worker/db/schema.ts';

const page = vi.hoisted(() => ({
  stored: [] as unknown[],
  reads: 0,
  announce: (_rows: readonly unknown[]) => {},
  live: new Set<() => void>(),
  following: 0,
}));
vi.mock('#db/reads/messages.ts', () => ({
  readNewest: async (_tid: string, limit: number) => {
    page.reads += 1;
    return page.stored.slice(-limit);
  },
}));
vi.mock('#db/reads/message-changes.ts', () => ({
  followMessages: (onRows: typeof page.announce) => {
    page.announce = onRows;
    page.following += 1;
    return () => {
      page.following -= 1;
    };
  },
}));
// Like Dexie's live query: it starts in a separate task and runs again after a change.
vi.mock('dexie', () => ({
  liveQuery: (read: () => Promise<unknown>) => ({
    subscribe({ next }: { next: (value: unknown) => void }) {
      const run = () => void read().then((value) => page.live.has(run) && next(value));
      page.live.add(run);
      const timer = setTimeout(run, 0);
      return {
        unsubscribe() {
          clearTimeout(timer);
          page.live.delete(run);
        },
      };
    },
  }),
}));
const { openMessageWindow } = await import('../../../../../src/messages/log/message-window.ts');

const row = (id: number, tid = 'u_7') => ({ id, mid: `${tid}/${id}`, tid, date: id * 10 }) as MessageRow;

beforeEach(() => {
  vi.useFakeTimers();
  page.stored = [row(1)];
  page.reads = 0;
});
afterEach(async () => {
  await vi.advanceTimersByTimeAsync(10_000);
  expect(page).toMatchObject({ live: new Set(), following: 0 });
  vi.useRealTimers();
});

async function open() {
  const window = openMessageWindow('u_7');
  const close = window.subscribe(() => {});
  await vi.advanceTimersByTimeAsync(0);
  return { mids: () => window.nowOrThrow().rows?.map(({ mid }) => mid), close };
}

test('an announced message is drawn without a read, and only in its own conversation', async () => {
  const { mids, close } = await open();
  const before = page.reads;
  page.announce([row(2), row(3, 'u_8')]);
  expect(mids()).toEqual(['u_7/1', 'u_7/2']);
  expect(page.reads).toBe(before);
  close();
});

test('a message that is not in the database disappears, although no live query runs', async () => {
  const { mids, close } = await open();
  page.announce([row(2)]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(mids()).toEqual(['u_7/1']);
  close();
});

test('a message with a lost announcement arrives with the live query', async () => {
  const { mids, close } = await open();
  page.stored = [row(1), row(2)];
  for (const run of page.live) run();
  await vi.advanceTimersByTimeAsync(0);
  expect(mids()).toEqual(['u_7/1', 'u_7/2']);
  close();
});

test('the prefetch of a press is available when the conversation is drawn', async () => {
  openMessageWindow('u_7');
  // The live query has not started, because no task has run.
  for (let turns = 0; turns < 10; turns += 1) await Promise.resolve();
  const window = openMessageWindow('u_7');
  expect(window.nowOrThrow().rows).toHaveLength(1);
});

test('the prefetch of a press without effect ends after some seconds, and is not drawn later', async () => {
  openMessageWindow('u_7');
  openMessageWindow('u_9');
  expect(page.following).toBe(1);
  await vi.advanceTimersByTimeAsync(6_000);
  expect(page.following).toBe(0);
  expect(openMessageWindow('u_9').nowOrThrow().rows).toBeUndefined();
});
