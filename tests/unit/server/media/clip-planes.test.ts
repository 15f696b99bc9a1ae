import { describe, expect, test, vi } from 'vitest';
import { planeFormatOf, toEightBits, toLimitedRange, toRgb } from '../../../../server/domains/media/clips/planes.ts';
import { withFallback } from '../../../../server/domains/media/clips/prepare.ts';
import type { ClipOutcome } from '../../../../server/domains/media/clips/task.ts';

describe('planes of a decoded frame', () => {
  test.each([
    ['I420', { horizontal: 2, vertical: 2, bits: 8 }],
    ['I422P10', { horizontal: 2, vertical: 1, bits: 10 }],
    ['I444AP12', { horizontal: 1, vertical: 1, bits: 12 }],
    ['NV12', undefined],
    ['RGBA', undefined],
    [null, undefined],
  ])('the planes of %s are %o', (format, expected) => expect(planeFormatOf(format)).toEqual(expected));

  test('samples of 10 and 12 bits keep their upper 8 bits', () => {
    expect([...toEightBits(Uint8Array.of(0xff, 0x03, 0x00, 0x02), 10)]).toEqual([255, 128]);
    expect([...toEightBits(Uint8Array.of(0xff, 0x0f), 12)]).toEqual([255]);
  });

  test('full range is converted to limited range, luma and chroma separately', () => {
    const planes = Buffer.from([0, 255, 128, 64, 0, 255]);
    expect([...toLimitedRange(planes, 4)]).toEqual([16, 235, 126, 71, 16, 240]);
  });

  test.each([
    ['bt709', [63, 102, 240], [255, 0, 0]],
    ['bt470bg', [81, 90, 240], [255, 0, 0]],
    [null, [235, 128, 128], [255, 255, 255]],
    [null, [16, 128, 128], [0, 0, 0]],
  ] as const)('a pixel of %s %o is converted to %o', (matrix, [y, u, v], expected) => {
    const rgb = toRgb(Uint8Array.of(y, y, y, y, u, v), { width: 2, height: 2 }, matrix);
    for (const [at, value] of expected.entries()) expect(Math.abs((rgb[at] ?? -1) - value)).toBeLessThanOrEqual(2);
  });
});

describe('a crashed clip process', () => {
  const made: ClipOutcome = { ok: true, value: { kind: 'clip', width: 2, height: 2, ms: 1 } };
  const damaged: ClipOutcome = { ok: false, error: { code: 'upload-unreadable' } };

  test('a crashed clip process runs a second time in safe mode', async () => {
    const run = vi.fn(async (careful: boolean) => (careful ? made : ('crashed' as const)));
    expect(await withFallback(run)).toEqual(made);
    expect(run.mock.calls).toEqual([[false], [true]]);
  });

  test('a clip process that crashes twice does not run again, and its upload counts as damaged', async () => {
    const run = vi.fn(async () => 'crashed' as const);
    expect(await withFallback(run)).toEqual(damaged);
    expect(run).toHaveBeenCalledTimes(2);
  });

  test('a clip process that returned a result does not run again', async () => {
    const run = vi.fn(async () => damaged);
    expect(await withFallback(run)).toEqual(damaged);
    expect(run).toHaveBeenCalledTimes(1);
  });
});
