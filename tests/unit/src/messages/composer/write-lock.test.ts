import { expect, test } from 'vitest';
import { noteKeyOf, occasionOf, type WriteLockAnswer } from '../../../../../src/messages/composer/write-lock-words.ts';
import { messageRow } from '../message-row.ts';

const lock = (change: Partial<WriteLockAnswer>): WriteLockAnswer => ({
  locked: false,
  reason: '',
  until: 0,
  left: 5,
  ...change,
});
const mine = (mid: string, state: 'success' | 'error' | 'sending' = 'success', refusal = '') =>
  messageRow(mid, 1, { out: true, state, refusal });
const theirs = (mid: string) => messageRow(mid, 1);
const stranger = { isHost: false, to: 'other' } as const;
const caller = { isHost: false, to: 'host' } as const;
const host = { isHost: true, to: 'other' } as const;

test.each<[Partial<WriteLockAnswer>, ReturnType<typeof noteKeyOf>]>([
  [{}, undefined],
  [{ left: 4 }, undefined],
  [{ left: 3 }, 'lock.left'],
  [{ locked: true, reason: 'violation', until: 9 }, 'lock.violation'],
  [{ locked: true, reason: 'blocked' }, 'lock.blocked'],
  [{ locked: true, reason: 'not-admitted' }, 'lock.notAdmitted'],
  [{ locked: true, reason: 'wait-for-reply', left: 0 }, 'lock.waitForReply'],
  [{ locked: true, reason: 'wait-for-reply', left: 0, until: 9 }, 'lock.waitUntil'],
])('the lock state %j has the expected text', (given, words) => {
  expect(noteKeyOf(lock(given))).toBe(words);
});

test('a conversation loads its limit when it opens, and not again while the limit is far', () => {
  expect(occasionOf([], undefined, stranger)).toBe('opened');
  for (const rows of [[mine('a')], [mine('a'), mine('b')], [mine('a'), theirs('c')]])
    expect(occasionOf(rows, lock({}), stranger)).toBe('opened');
});

test('a caller loads the limit of a host only after a refused message', () => {
  expect(occasionOf([mine('a'), mine('b')], undefined, caller)).toBeUndefined();
  const refused = [mine('a', 'error', 'locked')];
  expect(occasionOf(refused, undefined, caller)).toBe('a locked');
  expect(occasionOf([...refused, theirs('b')], lock({ locked: true, reason: 'violation' }), caller)).toBe('b');
});

test('an answer that arrives loads the limit again, though a refused message stands below it', () => {
  const waiting = lock({ locked: true, reason: 'wait-for-reply', left: 0 });
  const refused = mine('b', 'error', 'wait-for-reply');
  const before = occasionOf([mine('a'), refused], waiting, stranger);
  expect(occasionOf([mine('a'), theirs('c'), refused], waiting, stranger)).not.toBe(before);
});

test('a limited conversation loads the limit after each sent message, and with hosts after the second', () => {
  const few = lock({ left: 2 });
  expect(occasionOf([mine('a', 'sending')], few, stranger)).toBeUndefined();
  expect(occasionOf([mine('a')], few, stranger)).toBe('a');
  expect(occasionOf([mine('a'), theirs('b')], few, stranger)).toBe('b');
  expect(occasionOf([mine('a')], lock({}), host)).toBe('opened');
  expect(occasionOf([mine('a'), mine('b')], lock({}), host)).toBe('b');
});
