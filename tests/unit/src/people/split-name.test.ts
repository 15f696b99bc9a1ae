import { expect, test } from 'vitest';
import { splitName } from '../../../../src/person/split-name.ts';

test('the mark of a demo account is split from its name', () => {
  expect(splitName('Amira (demo)')).toEqual({ own: 'Amira', mark: 'demo' });
  expect(splitName('\u0623\u0645\u064a\u0631\u0629 (demo)')).toEqual({
    own: '\u0623\u0645\u064a\u0631\u0629',
    mark: 'demo',
  });
});

test.each(['Amira', '(demo)', 'Amira (demo) 2', 'Amira(demo)', ''])('the name %j has no mark', (name) => {
  expect(splitName(name)).toEqual({ own: name, mark: '' });
});
