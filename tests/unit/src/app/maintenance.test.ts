import { expect, test, vi } from 'vitest';

const refreshConfig = vi.fn();
vi.mock('../../../../src/core/core.ts', () => ({ core: { refreshConfig } }));
// Modules of a page listen to its end when they load.
vi.hoisted(() => void vi.stubGlobal('addEventListener', () => undefined));

test('the overlay of a maintenance asks every minute whether it is over, and stops when it is', async () => {
  const { askUntilOver } = await import('../../../../src/app/maintenance.tsx');
  vi.useFakeTimers();
  const stop = askUntilOver();
  vi.advanceTimersByTime(59_999);
  expect(refreshConfig).toHaveBeenCalledTimes(0);
  vi.advanceTimersByTime(60_001);
  expect(refreshConfig).toHaveBeenCalledTimes(2);
  stop();
  vi.advanceTimersByTime(600_000);
  expect(refreshConfig).toHaveBeenCalledTimes(2);
  vi.useRealTimers();
});
