import { expect, test } from 'vitest';
import { DAY_MS } from '../../../../contract/durations.ts';
import { createRetention } from '../../../../worker/chat/retention.ts';
import { freshChat } from '../support/databases.ts';
import { NOW, receive } from '../support/receiving.ts';
import { chat } from '../support/stanzas.ts';

/** A chat database with one message that is ten days old, and a clock that the test moves. */
async function keeping() {
  const db = freshChat();
  await receive(db, [chat({ id: 'a', at: NOW - 10 * DAY_MS })]);
  let now = NOW;
  let daily: (() => void) | undefined;
  const failures: unknown[] = [];
  const keeper = createRetention({
    chat: db,
    now: () => now,
    every(ms, run) {
      expect(ms).toBe(DAY_MS);
      daily = run;
    },
    onFailure: (error) => failures.push(error),
  });
  return {
    keeper,
    failures,
    count: () => db.messages.count(),
    nextDays(days: number): void {
      now += days * DAY_MS;
      daily?.();
    },
  };
}

test('expired messages are deleted when the core has started', async () => {
  const { keeper, count } = await keeping();
  await keeper.lead(7);
  expect(await count()).toBe(0);
});

test('a shorter retention deletes older messages at once', async () => {
  const { keeper, count, failures } = await keeping();
  await keeper.lead(30);
  expect(await count()).toBe(1);
  keeper.choose(7);
  await expect.poll(count).toBe(0);
  expect(failures).toEqual([]);
});

test('messages that expire while the app stays open are deleted within a day', async () => {
  const { keeper, count, nextDays } = await keeping();
  await keeper.lead(30);
  nextDays(21);
  await expect.poll(count).toBe(0);
});

test('a core that does not lead deletes nothing', async () => {
  const { keeper, count, nextDays } = await keeping();
  keeper.choose(7);
  await keeper.lead(0);
  keeper.stepDown();
  keeper.choose(1);
  nextDays(100);
  expect(await count()).toBe(1);
});
