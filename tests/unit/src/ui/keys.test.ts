import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { pressedKey } from '../../../../src/ui/keys.ts';

const ENTER = { key: 'Enter', keyCode: 13 };

test.each([
  ['Chromium and Firefox, which end the composition after the key', { key: 'Enter', keyCode: 13, isComposing: true }],
  ['Chromium, which says that the input method took the key', { key: 'Process', keyCode: 229, isComposing: true }],
  ['Safari, which ends the composition before the key', { key: 'Enter', keyCode: 229, isComposing: false }],
  ['React, around an event during a composition', { ...ENTER, nativeEvent: { isComposing: true } }],
  ['Safari, when Escape cancels the composition', { key: 'Escape', keyCode: 229, isComposing: false }],
])('a key belongs to the input method in %s', (_browser, event) => {
  expect(pressedKey(event)).toBe('');
});

test('a key outside a composition is the pressed key', () => {
  expect(pressedKey({ ...ENTER, isComposing: false })).toBe('Enter');
  expect(pressedKey({ ...ENTER, nativeEvent: { isComposing: false } })).toBe('Enter');
  expect(pressedKey({ key: 'Escape', keyCode: 27 })).toBe('Escape');
});

test('every key handler of the app reads its key from the shared function', () => {
  const src = fileURLToPath(new URL('../../../../src/', import.meta.url));
  const bare =
    /\b(event|native|nativeEvent|press|e|ev)\??\.(key|code|which|keyCode)\b|isComposing|\{[^{}()]*\bkey\b[^{}()]*\}: (globalThis\.)?KeyboardEvent|\{[^{}]*\bkey\b[^{}]*\} = \w*[eE]vent\b|\bkey (===|!==) '(Enter|Escape)'/;
  const found = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((name) => {
    if (!/\.tsx?$/.test(name) || name === 'ui/keys.ts') return false;
    const text = readFileSync(src + name, 'utf8');
    return /KeyboardEvent|onKey(Down|Up|Press)|'key(down|up|press)'/.test(text) && bare.test(text);
  });
  expect(found).toEqual([]);
});
