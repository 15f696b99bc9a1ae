import { expect, test } from 'vitest';
import { watchClientActivity } from '../../../../server/platform/edge/session/client-activity.ts';

function looking() {
  let now = 0;
  const changes: boolean[] = [];
  const pass = (ms: number) => {
    now += ms;
  };
  const look = watchClientActivity({ now: () => now }, (active) => void changes.push(active));
  return { look, changes, pass };
}

test('a client is inactive until it reports activity, and only changes are reported', () => {
  const { look, changes } = looking();
  look.frame();
  look.check();
  look.said(false);
  expect(changes).toEqual([]);
  look.said(true);
  look.said(true);
  look.said(false);
  expect(changes).toEqual([true, false]);
});

test('a client counts as inactive after 25 s of silence, until the next frame', () => {
  const { look, changes, pass } = looking();
  look.said(true);
  pass(24_000);
  look.frame();
  pass(25_000);
  look.check();
  expect(changes).toEqual([true]);
  pass(1);
  look.check();
  look.check();
  expect(changes).toEqual([true, false]);
  look.frame();
  expect(changes).toEqual([true, false, true]);
});

test('a client that reported inactivity stays inactive when a frame arrives', () => {
  const { look, changes } = looking();
  look.said(true);
  look.said(false);
  look.frame();
  expect(changes).toEqual([true, false]);
});
