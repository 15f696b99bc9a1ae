import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, expect, test, vi } from 'vitest';
import { TopUpWait } from '../../../../src/features/calls/call/stage/top-up-wait.tsx';
import type { CallRow } from '../../../../worker/db/schema.ts';

const NOW = 1_000_000;
const clock = vi.hoisted(() => ({ now: 0 }));
vi.mock('../../../../src/data/use-server-now.ts', () => ({ useServerNow: () => clock.now }));
vi.mock('react-i18next', () => ({
  useTranslation: () => ({ t: (key: string, words?: object) => `${key} ${JSON.stringify(words ?? {})}` }),
}));
vi.mock('../../../../src/i18n/format.ts', () => ({ formatClock: (seconds: number) => `${seconds} s` }));
beforeEach(() => {
  clock.now = NOW;
});

const wait = (direction: CallRow['direction'], until: number) =>
  renderToStaticMarkup(
    createElement(TopUpWait, { call: { direction, peer: { nickName: 'Defne' } } as unknown as CallRow, until }),
  );

test('the caller reads that the call waits for their gems, the other side for whom it waits', () => {
  expect(wait('out', NOW + 60_000)).toContain('topUp.own');
  const other = wait('in', NOW + 60_000);
  expect(other).toMatch(/topUp\.peer [^<]*Defne/);
  expect(other).not.toContain('topUp.own');
  for (const side of ['out', 'in'] as const) expect(wait(side, NOW + 60_000)).toContain('topUp.note');
});

test('the countdown follows the server time, and stays at zero after the time is over', () => {
  expect(wait('out', NOW + 60_000)).toContain('60 s');
  clock.now += 59_000;
  expect(wait('out', NOW + 60_000)).toContain('>1 s<');
  clock.now += 5_000;
  expect(wait('out', NOW + 60_000)).toContain('>0 s<');
});
