import { describe, expect, test } from 'vitest';
import { bounded, boxOf, wholeOf, ZOOM_MAX } from '../../../../src/ui/media/crop.ts';

const wide = { width: 900, height: 600 };
const square = { width: 100, height: 100 };
const portrait = { width: 3, height: 4 };

describe('the crop of a picture', () => {
  test('a crop is initially the largest of its shape, in the centre', () => {
    expect(boxOf(wholeOf(wide), wide, square)).toEqual({ left: 150, top: 0, width: 600, height: 600 });
    expect(boxOf(wholeOf(wide), wide, portrait)).toEqual({ left: 225, top: 0, width: 450, height: 600 });
  });

  test('a crop never leaves the picture, however far it is dragged', () => {
    const far = bounded({ x: 10_000, y: -10_000, zoom: 2 }, wide, square);
    expect(boxOf(far, wide, square)).toEqual({ left: 600, top: 0, width: 300, height: 300 });
    expect(bounded({ x: -5, y: 5, zoom: 1 }, wide, square)).toEqual({ x: 300, y: 300, zoom: 1 });
  });

  test('a crop is neither larger than the picture nor smaller than the largest zoom allows', () => {
    expect(bounded({ ...wholeOf(wide), zoom: 0.2 }, wide, square).zoom).toBe(1);
    expect(bounded({ ...wholeOf(wide), zoom: 99 }, wide, square).zoom).toBe(ZOOM_MAX);
  });
});
