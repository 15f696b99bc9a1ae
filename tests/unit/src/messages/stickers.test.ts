import { readFileSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isSticker, STICKERS, stickerId } from '../../../../contract/chat/stickers.ts';
import type words from '../../../../src/i18n/locales/en/more/stickers.json';

const ROOT = new URL('../../../../', import.meta.url);
const read = (file: string) => readFileSync(new URL(file, ROOT), 'utf8');

test('every sendable sticker has a label, and a picture within its size limit', () => {
  const { alt } = JSON.parse(read('src/i18n/locales/en/more/stickers.json')) as typeof words;
  const worded = Object.entries(alt).flatMap(([pack, names]) => Object.keys(names).map((name) => `${pack}/${name}`));
  expect(worded.toSorted()).toEqual(STICKERS.map(stickerId).toSorted());
  for (const id of worded) expect(statSync(new URL(`public/stickers/${id}.webp`, ROOT)).size, id).toBeLessThan(12_001);
});

test('only known stickers are valid', () => {
  expect(STICKERS).toHaveLength(24);
  expect(isSticker('gem/hello')).toBe(true);
  expect(isSticker('../gifts/rose-96')).toBe(false);
});
