import { expect, test } from 'vitest';
import { watchLook } from '../../../../server/edge/look.ts';

function looking() {
  let now = 0;
  const changes: boolean[] = [];
  const pass = (ms: number) => {
    now += ms;
  };
  const look = watchLook({ now: () => now }, (active) => void changes.push(active));
  return { look, changes, pass };
}

test('nobody looks before they say so, and changes alone are told', () => {
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

test('25 s of silence count as looking away, until the next frame', () => {
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

test('who said that they look away is not looked at because a frame comes', () => {
  const { look, changes } = looking();
  look.said(true);
  look.said(false);
  look.frame();
  expect(changes).toEqual([true, false]);
});
