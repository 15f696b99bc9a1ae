import { expect, test } from 'vitest';
import type { MessageRow } from '#db/schema.ts';
import { foldGifts } from '../../../../../src/messages/log/fold-gifts.ts';
import { type Item, makeItems } from '../../../../../src/messages/log/items.ts';
import { messageRow } from '../message-row.ts';

const NOON = new Date(2026, 4, 20, 12, 0, 0).getTime();
const ASK = 'a'.repeat(21);

function giftRow(op: string, after: number, count: number, change: { combo?: string; ask?: string } = {}): MessageRow {
  const { combo = op, ask } = change;
  return messageRow(`gift/${op}`, NOON + after, {
    type: 13,
    payload: {
      kind: 'gift',
      id: 'rose',
      type: 1,
      gemsPrice: 10,
      tabId: 1,
      priority: 3,
      title: 'rose',
      iconUrl: '',
      isActive: true,
      showArea: 15,
      op,
      count,
      total: count,
      combo,
      from: 1,
      to: 9_001,
      ...(ask !== undefined && { ask }),
    },
  });
}
const wishRow = (): MessageRow =>
  messageRow(`u_9001/${ASK}`, NOON, {
    type: 19,
    payload: { kind: 'ask_gift', giftId: 'rose', giftPrice: 10, body: '', isSend: false },
  });
const drawn = (rows: readonly MessageRow[], dividerMid = '') =>
  foldGifts(rows, dividerMid).map(({ mid, payload }) =>
    payload?.kind === 'gift' ? `${mid} x${payload.count}` : `${mid} ${payload?.kind}`,
  );

test('rows without a gift are left as they are', () => {
  const rows = [messageRow('a', NOON), wishRow()];
  expect(foldGifts(rows, '')).toBe(rows);
});

test('consecutive quick gifts are one bubble at the position of the first, whatever was written between', () => {
  const rows = [
    giftRow('one', 0, 1),
    messageRow('a', NOON + 500),
    giftRow('two', 1_000, 5, { combo: 'one' }),
    giftRow('three', 2_000, 4, { combo: 'one' }),
    giftRow('other', 3_000, 1),
  ];
  expect(drawn(rows)).toEqual(['gift/one x10', 'a text', 'gift/other x1']);
});

test('gifts below the divider are a separate bubble', () => {
  const rows = [giftRow('one', 0, 1), giftRow('two', 1_000, 5, { combo: 'one' })];
  expect(drawn(rows, 'gift/two')).toEqual(['gift/one x1', 'gift/two x5']);
});

test('a bubble with an unchanged count is not drawn again', () => {
  const rows = [giftRow('one', 0, 1), giftRow('two', 1_000, 5, { combo: 'one' }), wishRow()];
  const items = (now: readonly MessageRow[], before: readonly Item[]) =>
    makeItems(now, '', new Map(before.map((item) => [item.key, item])));
  const first = items(rows, []);
  const second = items([...rows, messageRow('a', NOON + 120_000)], first);
  expect(second[1]).toBe(first[1]);
  const third = items([...rows, giftRow('three', 2_000, 1, { combo: 'one' })], second);
  expect(third[1]).not.toBe(first[1]);
});

test('a gift request is fulfilled only by the gift that names it', () => {
  const isSend = (rows: readonly MessageRow[]) =>
    foldGifts(rows, '').flatMap(({ payload }) => (payload?.kind === 'ask_gift' ? [payload.isSend] : []));
  expect(isSend([wishRow(), giftRow('one', 1_000, 1)])).toEqual([false]);
  expect(isSend([wishRow(), giftRow('one', 1_000, 1, { ask: ASK })])).toEqual([true]);
  // The archive may deliver the gift before its request.
  expect(isSend([giftRow('one', -1_000, 1, { ask: ASK }), wishRow()])).toEqual([true]);
});
