import { beforeEach, expect, test, vi } from 'vitest';
import { forgetUserValues, localValue, userValue } from '../../../../src/local.ts';

const kept = new Map<string, string>();
let forbidden = false;
const guard = <T>(act: () => T): T => {
  if (forbidden) throw new DOMException('forbidden', 'SecurityError');
  return act();
};
const store = {
  getItem: (key: string) => guard(() => kept.get(key) ?? null),
  setItem: (key: string, value: string) => guard(() => void kept.set(key, value)),
  removeItem: (key: string) => guard(() => void kept.delete(key)),
};
vi.stubGlobal('localStorage', store);

beforeEach(() => {
  kept.clear();
  forbidden = false;
});

test('a value is stored for the next visit, and foreign values are parsed', () => {
  const visits = localValue('visits', (stored) => Number(stored) || 0);
  expect(visits.read()).toBe(0);
  visits.write('3');
  expect([kept.get('visits'), visits.read()]).toEqual(['3', 3]);
  kept.set('visits', 'many');
  expect(visits.read()).toBe(0);
  visits.clear();
  expect(kept.size).toBe(0);
});

test('a value lasts as long as the page when storage is forbidden', () => {
  forbidden = true;
  const theme = localValue('theme', (stored) => stored ?? 'system');
  expect(theme.read()).toBe('system');
  theme.write('dark');
  expect(theme.read()).toBe('dark');
  theme.clear();
  expect(theme.read()).toBe('system');
});

test('the picks and dismissals of a user are deleted at the sign-out, and the choices of the device stay', () => {
  const entries = new Map([
    ['recent-stickers', 'fox/hug'],
    ['theme', 'dark'],
  ]);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, text: string) => void entries.set(key, text),
    removeItem: (key: string) => void entries.delete(key),
  });
  const emoji = userValue('recent-emoji', (stored) => stored);
  emoji.write('🚀');
  forgetUserValues();
  expect(emoji.read()).toBeNull();
  expect([...entries]).toEqual([['theme', 'dark']]);
});

test('the picks of a user are forgotten at the sign-out where storage is forbidden', () => {
  vi.stubGlobal('localStorage', undefined);
  const emoji = userValue('recent-emoji', (stored) => stored);
  emoji.write('🚀');
  expect(emoji.read()).toBe('🚀');
  forgetUserValues();
  expect(emoji.read()).toBeNull();
});
