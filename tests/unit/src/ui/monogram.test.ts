import { expect, test } from 'vitest';
import { monogramOf, toneOf } from '../../../../src/ui/mark/monogram.ts';
import { PORTRAIT_TONES } from '../../../../src/ui/style/tokens.ts';

test.each([
  ['Aylin Demir', 'AD'],
  ['priya', 'P'],
  ['Ana María de la Cruz', 'AC'],
  ['ليلى حسن', 'ل'],
  ['愛子', '愛'],
  ['👩‍🎤 Star', '👩‍🎤'],
  ['', ''],
])('%s is drawn as %s', (name, letters) => {
  expect(monogramOf(name)).toBe(letters);
});

test('every uid has a tone', () => {
  for (const uid of [0, 1, 1.5, 9001, 264457003, 999_999_999_999_999])
    expect(PORTRAIT_TONES[toneOf(uid)]).toBeDefined();
});
