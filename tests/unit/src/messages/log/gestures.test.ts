import { expect, test, vi } from 'vitest';

vi.mock('../../../../../src/core/core.ts', () => ({ core: {} }));
vi.mock('../../../../../src/core/tab.ts', () => ({ tabId: 'tab' }));
const { swipeDistance } = await import('../../../../../src/messages/log/use-gestures.ts');
const { createTypingNotifier } = await import('../../../../../src/messages/composer/use-typing.ts');

test('a swipe counts only along the reading direction, and only where the element does not scroll', () => {
  expect([
    swipeDistance(50, 10, false),
    swipeDistance(-50, 10, false),
    swipeDistance(-50, 10, true),
    swipeDistance(50, 60, false),
  ]).toEqual([50, 0, 50, 0]);
  expect(swipeDistance(500, 0, false)).toBe(72);
});

test('typing is reported at the first key, periodically, and at the end', () => {
  vi.useFakeTimers();
  const told: string[] = [];
  const typing = createTypingNotifier((state) => told.push(state));
  typing.onKey();
  typing.onKey();
  expect(told).toEqual(['composing']);
  vi.advanceTimersByTime(4_000);
  typing.onKey();
  vi.advanceTimersByTime(1_500);
  typing.onKey();
  expect(told).toEqual(['composing', 'composing']);
  vi.advanceTimersByTime(5_000);
  expect(told).toEqual(['composing', 'composing', 'paused']);
  typing.onStop();
  typing.onKey();
  typing.onStop();
  expect(told.slice(3)).toEqual(['composing', 'paused']);
  vi.useRealTimers();
});
