import type { Element } from '@xmpp/xml';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createClientActivity } from '../../../../worker/session/client-activity.ts';

const said: string[] = [];
const stream = (name = '') => ({
  send: (...words: Element[]) => void said.push(...words.map((word) => name + word.name)),
});
beforeEach(() => {
  vi.useFakeTimers();
  said.length = 0;
});
afterEach(() => vi.useRealTimers());

test('each stream gets the activity first, and then each change', () => {
  const look = createClientActivity();
  look.tab('one', true);
  look.onStream(stream());
  look.tab('two', true);
  look.tab('one', false);
  expect(said.splice(0)).toEqual(['active']);
  look.tab('two', false);
  vi.advanceTimersByTime(999);
  expect(said).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(said.splice(0)).toEqual(['inactive']);
  look.onStream(stream('next:'));
  look.tab('one', true);
  expect(said).toEqual(['next:inactive', 'next:active']);
});

test('no change is sent when the next tab becomes visible within a second', () => {
  const look = createClientActivity();
  look.onStream(stream());
  look.tab('one', true);
  said.length = 0;
  look.tab('one', false);
  look.tab('two', true);
  vi.advanceTimersByTime(5_000);
  expect(said).toEqual([]);
});

test('a tab that died while visible counts as hidden', () => {
  const look = createClientActivity();
  look.onStream(stream());
  look.tab('one', true);
  look.gone('another');
  look.gone('one');
  vi.advanceTimersByTime(1_000);
  expect(said).toEqual(['inactive', 'active', 'inactive']);
});
