import { expect, test } from 'vitest';
import { isolate } from '../../../src/i18n/isolate.ts';

test.each([
  ['ltr', 'Ana', 'Ana'],
  ['ltr', 'Łukasz Müller', 'Łukasz Müller'],
  ['ltr', 'ณัฐวรรธน์', 'ณัฐวรรธน์'],
  ['ltr', '12:30', '12:30'],
  ['ltr', 'عبد الرحمن', '\u2068عبد الرحمن\u2069'],
  ['ltr', 'Ana (آنا)', '\u2068Ana (آنا)\u2069'],
  ['rtl', 'عبد الرحمن', 'عبد الرحمن'],
  ['rtl', 'מאיה', 'מאיה'],
  ['rtl', '٥٠ جوهرة', '٥٠ جوهرة'],
  ['rtl', '1,200', '1,200'],
  ['rtl', 'Ana (آنا)', '\u2068Ana (آنا)\u2069'],
  ['rtl', 'Maya', '\u2068Maya\u2069'],
] as const)('in a sentence that runs %s, %j is %j', (direction, text, isolated) => {
  expect(isolate(text, direction)).toBe(isolated);
});
