import { expect, test } from 'vitest';
import { columnsFor, layoutFor } from '../../../../src/features/discovery/wall/columns.ts';

test.each([
  [360, 2],
  [599, 2],
  [600, 3],
  [1023, 3],
  [1024, 4],
  [1280, 5],
  [1536, 6],
  [2560, 6],
])('a window of %i px has %i portraits in a row', (width, columns) => {
  expect(columnsFor(width)).toBe(columns);
});

test('rows are as high as 3:4 portraits and the gap between them', () => {
  expect(layoutFor(336, 360)).toEqual({ columns: 2, gap: 10, rowHeight: Math.round((163 * 4) / 3) + 10 });
  expect(layoutFor(900, 1600, 4).columns).toBe(4);
});
