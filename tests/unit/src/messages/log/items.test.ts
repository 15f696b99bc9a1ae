import { expect, test } from 'vitest';
import type { MessageRow } from '#db/schema.ts';
import { DAY_MS } from '../../../../../contract/durations.ts';
import { hasReordered, type Item, makeItems } from '../../../../../src/messages/log/items.ts';
import { reconcile } from '../../../../../src/messages/log/known-messages.ts';
import { PENDING_PLACE } from '../../../../../worker/db/reads/message-order.ts';
import { messageRow as row } from '../message-row.ts';

const noon = new Date(2026, 4, 20, 12, 0, 0).getTime();

const shape = (items: readonly Item[]) =>
  items.map((item) =>
    item.kind === 'message' ? `${item.key}${item.first ? ' first' : ''}${item.last ? ' last' : ''}` : item.kind,
  );

test('messages of one sender in one minute are grouped, with the tail on the last', () => {
  const rows = [row('a', noon), row('b', noon + 20_000), row('c', noon + 59_999), row('d', noon + 60_000)];
  expect(shape(makeItems(rows, ''))).toEqual(['day', 'a first', 'b', 'c last', 'd first last']);
});

test('another sender or another day begins a new group', () => {
  const mine = { out: true, from: 'u_1@test' };
  const rows = [row('a', noon), row('b', noon + 1, mine), row('c', noon + DAY_MS, mine)];
  expect(shape(makeItems(rows, ''))).toEqual(['day', 'a first last', 'b first last', 'day', 'c first last']);
});

test('a refused message is not grouped with accepted ones, whose state would not be shown', () => {
  const mine = { out: true, from: 'u_1@test' };
  const rows = [row('a', noon, mine), row('b', noon + 1, mine), row('c', noon + 2, { ...mine, state: 'error' })];
  expect(shape(makeItems(rows, ''))).toEqual(['day', 'a first', 'b last', 'c first last']);
});

test('the divider precedes the first unread message and splits its group', () => {
  const rows = [row('a', noon), row('b', noon + 1)];
  expect(shape(makeItems(rows, 'b'))).toEqual(['day', 'a first last', 'divider', 'b first last']);
});

test('an unchanged message keeps its item, so that its bubble is not drawn again', () => {
  const rows = [row('a', noon), row('b', noon + 60_000)];
  const before = makeItems(rows, '');
  const more = reconcile(rows, [row('a', noon), row('b', noon + 60_000), row('c', noon + 120_000)]);
  const after = makeItems(more, '', new Map(before.map((item) => [item.key, item])));
  expect(after[1]).toBe(before[1]);
  expect(after[2]).toBe(before[2]);
});

test('a read without changes returns the same list', () => {
  const rows = [row('a', noon), row('b', noon)];
  expect(reconcile(rows, structuredClone(rows))).toBe(rows);
});

test('a message that becomes seen is a new row', () => {
  const rows = [row('a', noon), row('b', noon)];
  const after = reconcile(rows, [row('a', noon), row('b', noon, { reached: 'seen' })]);
  expect(after[0]).toBe(rows[0]);
  expect(after[1]?.reached).toBe('seen');
});

test('a note follows its message on that day, and a note without a message keeps its arrival position', () => {
  const note = (mid: string, date: number, answers?: string) =>
    row(mid, date, {
      type: 22,
      from: 'official.test',
      payload: { kind: 'violate_rule', rule: 'porn-words', count: 1 },
      ...(answers && { answers }),
    });
  const day = DAY_MS;
  const rows = [
    row('u_1/a', noon, { out: true, from: 'u_1@test' }),
    row('b', noon + 1),
    note('n', noon + day, 'a'),
    note('m', noon + day, 'gone'),
    note('o', noon + day),
  ];
  expect(makeItems(rows, '').map(({ key }) => key.replace(/^day.*/, 'day'))).toEqual([
    'day',
    'u_1/a',
    'n',
    'b',
    'day',
    'm',
    'o',
  ]);
});

test('a pending message of an earlier day stands below the messages of today and starts no second heading', () => {
  const mine = { out: true, from: 'u_1@test', ...PENDING_PLACE };
  const rows = [row('a', noon), row('b', noon + DAY_MS), row('waits', noon + 1, mine)];
  const items = makeItems(rows, '');
  expect(shape(items)).toEqual(['day', 'a first last', 'day', 'b first last', 'waits first last']);
  expect(new Set(items.map(({ key }) => key)).size).toBe(items.length);
});

test('items are reordered when one that both lists have passes another, not when items come or go', () => {
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((mid, at) => row(mid, noon + at * 60_000)) as [
    MessageRow,
    ...MessageRow[],
  ];
  const itemsOf = (...rows: (MessageRow | undefined)[]) =>
    makeItems(
      rows.filter((one) => one !== undefined),
      '',
    );
  const before = itemsOf(b, c);
  expect(hasReordered(before, before)).toBe(false);
  expect(hasReordered(before, itemsOf(a, b, c, d))).toBe(false);
  expect(hasReordered(before, itemsOf(c, d))).toBe(false);
  expect(hasReordered(before, itemsOf(c, b))).toBe(true);
  expect(hasReordered(before, itemsOf(a, c, d, b))).toBe(true);
});
