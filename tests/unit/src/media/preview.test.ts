import { expect, test } from 'vitest';
import { toFileKey } from '../../../../src/ui/media/use-preview.ts';

const file = (name: string, text: string, lastModified = 1) =>
  new File([text], name, { type: 'image/png', lastModified });

test('another picture of the same size gets its own preview, and another read of the same one does not', () => {
  const key = toFileKey(file('cat.png', 'abc'));
  expect(toFileKey(file('cat.png', 'abc'))).toBe(key);
  expect(toFileKey(file('dog.png', 'xyz'))).not.toBe(key);
  expect(toFileKey(file('cat.png', 'xyz', 2))).not.toBe(key);
  expect(toFileKey(new Blob(['abc'], { type: 'image/jpeg' }))).not.toBe(toFileKey(new Blob(['abc'])));
});
