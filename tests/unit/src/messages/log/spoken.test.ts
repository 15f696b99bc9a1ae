import { expect, test } from 'vitest';
import { NO_MESSAGE, newestOf, spokenOf } from '../../../../../src/messages/log/spoken.ts';
import { PENDING_STAMP } from '../../../../../worker/db/reads/message-order.ts';

const row = (stamp: number, out = false) => ({ mid: `m${stamp}${out}`, stamp, archiveId: stamp, out });
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, step) => row(from + step));
const spoken = (before: Parameters<typeof spokenOf>[0], rows: Parameters<typeof newestOf>[0]) => {
  const news = spokenOf(before, rows);
  return news && ('count' in news ? news.count : news.messages.map(({ mid }) => mid));
};

test('a message that arrives is spoken', () => {
  expect(spoken(row(60), range(1, 61))).toEqual(['m61false']);
  expect(spoken(NO_MESSAGE, [row(1)])).toEqual(['m1false']);
});

test('sixty older messages that scrolling up has read are not spoken', () => {
  expect(spoken(row(120), range(1, 120))).toBeUndefined();
});

test('own messages and those on their way are not spoken, and an arrival above them is', () => {
  const own = { ...row(62, true), stamp: PENDING_STAMP };
  expect(newestOf([row(60), own])).toEqual(row(60));
  expect(spoken(row(60), [row(60), own])).toBeUndefined();
  expect(spoken(row(60), [row(60), row(61), own])).toEqual(['m61false']);
  expect(spoken(row(60), [row(60), row(61, true)])).toBeUndefined();
});

test('the number is spoken when many messages arrive at once', () => {
  expect(spoken(row(60), range(1, 70))).toBe(10);
});
