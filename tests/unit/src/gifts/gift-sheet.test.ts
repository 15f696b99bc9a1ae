import { expect, test } from 'vitest';
import type { GiftRow } from '#db/schema.ts';
import { chosenOf, tabOf } from '../../../../src/features/gifts/sheet/chosen.ts';
import { isTooFew } from '../../../../src/features/gifts/sheet/failure-text.ts';
import { CHIMES } from '../../../../src/gifts/scenes/chimes.ts';
import { arrivalOf } from '../../../../src/gifts/scenes/queue.ts';
import { messageRow } from '../messages/message-row.ts';

const row = (id: string, tabId: number): GiftRow => ({
  id,
  type: 1,
  gemsPrice: 10,
  tabId,
  priority: 1,
  title: id,
  iconUrl: `/gifts/${id}-96.webp`,
  isActive: true,
  showArea: 15,
});

test('the wanted gift is chosen while it can be given, else the first', () => {
  const gifts = [row('wink', 1), row('rose', 1), row('galaxy', 4)];
  expect(chosenOf(gifts, 'galaxy')?.id).toBe('galaxy');
  expect(chosenOf(gifts, 'comet')?.id).toBe('wink');
  expect(chosenOf([], 'comet')).toBeUndefined();
  expect(tabOf({ tabId: 4 })).toBe('4');
  expect(tabOf({ tabId: 9 })).toBe('1');
});

test('a purchase lacks gems when the server says so', () => {
  const error = { code: 'gift', detail: '', reason: 'gems-insufficient', balance: 40 } as const;
  expect(isTooFew(error)).toBe(true);
  expect(isTooFew({ ...error, reason: 'rate' })).toBe(false);
  expect(isTooFew({ code: 'offline' })).toBe(false);
});

test('only gifts are celebrated, as sent or received, and never with a future time', () => {
  const now = 1_000_000;
  const gift = messageRow('gift/one', now + 5_000, {
    type: 13,
    payload: {
      kind: 'gift',
      id: 'comet',
      type: 3,
      gemsPrice: 10,
      tabId: 1,
      priority: 3,
      title: 'comet',
      iconUrl: '',
      isActive: true,
      showArea: 15,
      op: 'one',
      count: 2,
      total: 7,
      combo: 'one',
      from: 9_001,
      to: 1,
    },
  });
  const theirs = { combo: 'one', gift: 'comet', size: 'full', count: 7, own: false, from: 'Amara', at: now };
  expect(arrivalOf(gift, 9_001, 'Amara', now)).toEqual(theirs);
  expect(arrivalOf({ ...gift, date: now - 9 }, 9_002, 'Amara', now)).toMatchObject({ own: true, at: now - 9 });
  expect(arrivalOf(messageRow('a', now), 9_001, 'Amara', now)).toBeUndefined();
});

test('each gift size has a chime, and a larger one a longer chime', () => {
  const lengths = [CHIMES.pop, CHIMES.side, CHIMES.full].map((notes) => notes.at(-1)?.at ?? 0);
  expect(lengths).toEqual(lengths.toSorted((a, b) => a - b));
  expect(new Set(lengths).size).toBe(3);
});
