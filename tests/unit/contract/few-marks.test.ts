import { expect, test } from 'vitest';
import { withFewMarks } from '#contract/text/few-marks.ts';

test('excess combining marks on a letter are removed, those of words stay', () => {
  expect(withFewMarks(`a${'\u0301'.repeat(500)}b`)).toBe(`a${'\u0301'.repeat(6)}b`);
  expect(withFewMarks(`${'e\u0489\u0336'.repeat(40)}`)).toBe('e\u0489\u0336'.repeat(40));
  // Vietnamese in parts, Hebrew with points and accents, Thai, Hindi, Tibetan, and signs with a variant.
  for (const words of ['Vie\u0323\u0302t', 'בְּרֵאשִׁ֖ית', 'ที่นี่', 'क्षत्रियों', 'བསྒྲུབས', '1\ufe0f\u20e3 ❤️'])
    expect(withFewMarks(words)).toBe(words);
});
