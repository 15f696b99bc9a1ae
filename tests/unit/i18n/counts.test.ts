import { createInstance } from 'i18next';
import { expect, test } from 'vitest';
import { createCountFormatter } from '../../../src/i18n/counts.ts';

async function translator(lng: string) {
  const i18n = createInstance().use(createCountFormatter(() => lng));
  const words = { left_one: '{{count}} left', left_other: '{{count}} left', who: 'User {{uid}}, {{name}}' };
  await i18n.init({
    lng,
    resources: { [lng]: { translation: words } },
    interpolation: { escapeValue: false, alwaysFormat: true },
  });
  return i18n.t as unknown as (key: string, values: object) => string;
}

test.each([
  ['en', 1_234, '1,234 left'],
  ['de', 1_234, '1.234 left'],
  ['bn', 41, '৪১ left'],
  ['en-IN', 123_456, '1,23,456 left'],
])('a count in %s has the digits and separators of the locale', async (language, count, text) => {
  expect((await translator(language))('left', { count })).toBe(text);
});

test('a user id is not formatted as a number, and a name stays as it is', async () => {
  expect((await translator('bn'))('who', { uid: 264_457_002, name: 'Asha' })).toBe('User 264457002, Asha');
});
