import { expect, test } from 'vitest';
import { compare, noticesOf } from '../../../../src/features/notices/notifications/arrivals.ts';
import type { ThreadRow } from '../../../../worker/db/schema.ts';

const thread = (tid: string, unread: number, last = 'text') =>
  ({ tid, unread, lastFacts: { kind: last } }) as ThreadRow;
const tids = (threads: readonly ThreadRow[]) => threads.map(({ tid }) => tid);

test('a conversation with more unread messages than before is an arrival, and so is a new one', () => {
  const before = noticesOf([thread('a', 1), thread('b', 0), thread('c', 2)]);
  const { arrived, over } = compare(before, [thread('a', 1), thread('b', 1), thread('c', 3), thread('d', 1)]);
  expect(tids(arrived)).toEqual(['b', 'c', 'd']);
  expect(over).toEqual([]);
});

test('the notification of a conversation is over without unread messages, and reading a part of it is not an arrival', () => {
  const before = noticesOf([thread('a', 2), thread('b', 2), thread('c', 0)]);
  const { arrived, over } = compare(before, [thread('a', 0), thread('b', 1), thread('c', 0)]);
  expect(arrived).toEqual([]);
  expect(tids(over)).toEqual(['a']);
});

test('the notification of a conversation is over when its newest message was deleted, beside other unread ones', () => {
  const before = noticesOf([thread('a', 2), thread('b', 2), thread('c', 2, 'retracted')]);
  const after = [thread('a', 2, 'retracted'), thread('b', 1, 'removed'), thread('c', 2, 'retracted')];
  expect(tids(compare(before, after).over)).toEqual(['a', 'b']);
  expect(tids(compare(noticesOf(after), [thread('a', 3), thread('b', 1)]).arrived)).toEqual(['a']);
});
