import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FLAGS } from '../../../../src/ui/mark/flag-countries.ts';

const sprite = readFileSync(new URL('../../../../src/ui/mark/flags.svg', import.meta.url), 'utf8');

test('the flag sprite has a globe and 28 countries in their lookup order', () => {
  const drawn = [...sprite.matchAll(/<svg id="(\w+)"/g)].map(([, id]) => id);
  expect(drawn).toEqual(['globe', ...FLAGS]);
  expect(FLAGS).toHaveLength(28);
  expect(sprite).toContain(`viewBox="0 0 30 ${20 * (FLAGS.length + 1)}"`);
});
