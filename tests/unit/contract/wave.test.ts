import { is } from 'valibot';
import { expect, test } from 'vitest';
import { wave } from '../../../contract/media/media.ts';
import { waveOf, windowsOf } from '../../../contract/media/wave.ts';

test('loudness is one digit, from -60 dB to full scale', () => {
  expect(waveOf([0, 0.000_1, 0.001, 0.01, 0.1, 0.5, 1, 2])).toBe('0005adff');
});

test.each([1, 7, 48, 100, 12_050])('%i blocks make 48 windows', (count) => {
  const blocks = Array.from({ length: count }, () => ({ squares: 480, count: 480 }));
  expect(waveOf(windowsOf(blocks))).toBe('f'.repeat(48));
  expect(is(wave, waveOf(windowsOf(blocks)))).toBe(true);
});

test('silence is a flat wave', () => {
  expect(waveOf(windowsOf([]))).toBe('0'.repeat(48));
});
