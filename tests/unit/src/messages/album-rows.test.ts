import fc from 'fast-check';
import { expect, test } from 'vitest';
import { albumRows, GAP_PX } from '../../../../src/messages/album-rows.ts';
import { heightOfMedia, mediaWidth } from '../../../../src/messages/bubbles/heights.ts';

const anySize = fc.record({ w: fc.integer({ min: 1, max: 8_192 }), h: fc.integer({ min: 1, max: 8_192 }) });
const anyAlbum = fc.array(anySize, { minLength: 1, maxLength: 10 });

test('every picture is placed once, in order, and each row is as wide as the album', () => {
  fc.assert(
    fc.property(anyAlbum, fc.integer({ min: 120, max: 280 }), (items, width) => {
      const { tiles, height } = albumRows(items, width);
      expect(tiles.map(({ index }) => index)).toEqual(items.map((_, index) => index));
      const rows = Map.groupBy(tiles, ({ y }) => y);
      for (const row of rows.values()) {
        expect(row.length).toBeLessThanOrEqual(3);
        const last = row.at(-1);
        expect((last?.x ?? 0) + (last?.w ?? 0)).toBe(width);
        expect(new Set(row.map(({ h }) => h)).size).toBe(1);
      }
      const bottom = tiles.at(-1);
      expect(height).toBe((bottom?.y ?? 0) + (bottom?.h ?? 0));
    }),
  );
});

test('one picture is as wide as the album, and a tall one is cut', () => {
  expect(albumRows([{ w: 800, h: 600 }], 280)).toEqual({
    tiles: [{ index: 0, x: 0, y: 0, w: 280, h: 210 }],
    height: 210,
  });
  expect(albumRows([{ w: 100, h: 4_000 }], 280).height).toBe(350);
});

test('four pictures of one shape are two rows of two', () => {
  const { tiles, height } = albumRows(
    Array.from({ length: 4 }, () => ({ w: 100, h: 100 })),
    280,
  );
  expect(tiles.map(({ x, y }) => [x > 0, y > 0])).toEqual([
    [false, false],
    [true, false],
    [false, true],
    [true, true],
  ]);
  expect(height).toBe(139 * 2 + GAP_PX);
});

test('a bubble height follows from its row and the width of the log, with and without a caption', () => {
  const item = { url: '', thumb: '', w: 800, h: 600, blur: '' };
  const album = { kind: 'image', items: [item], body: '', payNeed: false, payPrice: 0, lockId: '' } as const;
  expect(heightOfMedia(album, 1_000)).toBe(210);
  expect(heightOfMedia({ ...album, body: 'two\nlines' }, 1_000)).toBe(210 + 6 + 48);
  expect(heightOfMedia(album, 320)).toBe(Math.round((mediaWidth(320) * 3) / 4));
  expect(mediaWidth(320)).toBeLessThan(280);
});
