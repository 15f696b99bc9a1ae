import { expect, test } from 'vitest';
import type { UploadRow } from '#db/schema.ts';
import { draftOf, isReady, offersOf } from '../../../../src/features/chat/lock/exclusive-draft.ts';

const [ONE, TWO] = ['1'.repeat(32), '2'.repeat(32)];
const draft = (change: object) => ({ key: 'k', mediaId: '', uploadId: '', price: 10, turn: 0 as const, ...change });
const upload = (id: string, state: UploadRow['state'], url = '') => ({ id, state, url }) as UploadRow;

test('a draft is complete when every picture has arrived, and contains each once', () => {
  const there = draftOf({
    lockId: 'a'.repeat(21),
    price: 30,
    isOpen: true,
    url: `/media/p/${ONE}`,
    thumb: `/media/p/${ONE}`,
    w: 1,
    h: 1,
    blur: '',
  });
  expect(offersOf([there], [])).toEqual([{ mediaId: ONE, price: 30 }]);
  const coming = draft({ uploadId: 'u', price: 50 });
  expect(isReady([there, coming], [upload('u', 'sending')])).toBe(false);
  expect(isReady([there, coming], [upload('u', 'error')])).toBe(false);
  const arrived = [upload('u', 'done', `/media/p/${TWO}`)];
  expect(isReady([there, coming], arrived)).toBe(true);
  expect(offersOf([there, coming], arrived)).toEqual([
    { mediaId: ONE, price: 30 },
    { mediaId: TWO, price: 50 },
  ]);
  expect(offersOf([there, coming], [upload('u', 'done', `/media/p/${ONE}`)])).toEqual([{ mediaId: ONE, price: 30 }]);
});
