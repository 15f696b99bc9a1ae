import { expect, test } from 'vitest';
import { stepOutage, troubleOf } from '../../../../src/app/connection/outage.ts';

test('an outage of less than a second and a half shows no banner', () => {
  const outage = stepOutage(null, 'disconnected', true, 0);
  expect(troubleOf(outage, 1_400)).toEqual({ trouble: 'none', nextMs: 100 });
  expect(stepOutage(outage, 'connected', true, 1_450)).toBeNull();
});

test('retries do not make the banner flicker', () => {
  let outage = stepOutage(null, 'disconnected', true, 0);
  for (const [state, at] of [
    ['connecting', 500],
    ['conn-fail', 3_000],
    ['connecting', 5_500],
  ] as const)
    outage = stepOutage(outage, state, true, at);
  expect(troubleOf(outage, 2_000).trouble).toBe('connecting');
  expect(troubleOf(outage, 6_000).trouble).toBe('problem');
});

test('without a network the banner names the network, not the server', () => {
  expect(troubleOf(stepOutage(null, 'conn-fail', false, 0), 60_000).trouble).toBe('offline');
});

test('a slow first connection is shown as connecting', () => {
  expect(troubleOf(stepOutage(null, 'connecting', true, 0), 4_000).trouble).toBe('connecting');
});
