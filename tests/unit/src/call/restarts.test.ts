import { expect, test } from 'vitest';
import { ICE_RESTART_AFTER_MS, ICE_RESTART_EVERY_MS } from '#contract/calls/rules.ts';
import { createRestarts } from '../../../../src/features/calls/call/media/restarts.ts';

function watched() {
  let now = 100_000;
  let due: { readonly at: number; readonly run: () => void } | undefined;
  const restarted: number[] = [];
  const restarts = createRestarts({
    now: () => now,
    after(ms, run) {
      due = { at: now + ms, run };
      return () => {
        due = undefined;
      };
    },
    restart: () => restarted.push(now),
  });
  const pass = (ms: number) => {
    now += ms;
    const ripe = due && due.at <= now ? due : undefined;
    if (ripe) due = undefined;
    ripe?.run();
  };
  return { restarts, pass, restarted };
}

test('a connection that failed, or another network, is restarted at once', () => {
  for (const state of ['failed', 'network-changed'] as const) {
    const { restarts, pass, restarted } = watched();
    restarts.onChange(state);
    pass(0);
    expect(restarted).toHaveLength(1);
  }
});

test('a disconnected connection has two seconds to recover', () => {
  const { restarts, pass, restarted } = watched();
  restarts.onChange('disconnected');
  pass(ICE_RESTART_AFTER_MS - 1);
  restarts.onChange('connected');
  pass(10_000);
  expect(restarted).toEqual([]);
  restarts.onChange('disconnected');
  pass(ICE_RESTART_AFTER_MS);
  expect(restarted).toHaveLength(1);
});

test('a connection is never restarted twice within five seconds', () => {
  const { restarts, pass, restarted } = watched();
  restarts.onChange('failed');
  pass(0);
  restarts.onChange('failed');
  pass(ICE_RESTART_EVERY_MS - 1);
  expect(restarted).toHaveLength(1);
  pass(1);
  expect(restarted).toHaveLength(2);
});
