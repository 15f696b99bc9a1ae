import { expect, test } from 'vitest';
import { compare, unreadOf } from '../../../../src/features/notices/notifications/arrivals.ts';
import type { ThreadRow } from '../../../../worker/db/schema.ts';

const thread = (tid: string, unread: number) => ({ tid, unread }) as ThreadRow;
const tids = (threads: readonly ThreadRow[]) => threads.map(({ tid }) => tid);

test('a conversation with more unread messages than before is an arrival, and so is a new one', () => {
  const before = unreadOf([thread('a', 1), thread('b', 0), thread('c', 2)]);
  const { arrived, read } = compare(before, [thread('a', 1), thread('b', 1), thread('c', 3), thread('d', 1)]);
  expect(tids(arrived)).toEqual(['b', 'c', 'd']);
  expect(read).toEqual([]);
});

test('a conversation without unread messages is read, and reading a part of it is not an arrival', () => {
  const before = unreadOf([thread('a', 2), thread('b', 2), thread('c', 0)]);
  const { arrived, read } = compare(before, [thread('a', 0), thread('b', 1), thread('c', 0)]);
  expect(arrived).toEqual([]);
  expect(tids(read)).toEqual(['a']);
});
