import { expect, test } from 'vitest';
import { type CheckResults, judgeSpeed, judgeWays, sumUp } from '../../../src/features/calls/preflight/verdicts.ts';

test.each([
  [3_000, 'good', 'enough'],
  [600, 'fair', 'little'],
  [90, 'bad', 'short'],
] as const)('%i kilobits a second are %s', (kbits, grade, why) => {
  expect(judgeSpeed(kbits)).toEqual({ check: 'speed', grade, why, kbits });
});

const ways = (kinds: string[], connected: boolean) => ({ kinds: new Set(kinds), connected });
test.each([
  ['a relay answers', ways(['host', 'relay'], true), true, 'good', 'relay'],
  ['a relay answers, and the page does not reach itself', ways(['relay'], false), true, 'good', 'relay'],
  ['no relay answers', ways(['host'], true), true, 'fair', 'blocked'],
  ['there is no relay to ask', ways(['host'], true), false, 'good', 'direct'],
  ['nothing goes', ways([], false), false, 'bad', 'blocked'],
  ['the browser cannot call at all', undefined, true, 'bad', 'missing'],
] as const)('the connection is rated when %s', (_when, found, asked, grade, why) => {
  expect(judgeWays(found, asked)).toEqual({ check: 'network', grade, why });
});

test('the summary is the worst result, and waits for running checks', () => {
  const fine: CheckResults = {
    camera: { check: 'camera', grade: 'good', why: 'works' },
    microphone: { check: 'microphone', grade: 'good', why: 'works' },
    speaker: { check: 'speaker', grade: 'ask', why: 'ask' },
    network: { check: 'network', grade: 'good', why: 'direct' },
    speed: judgeSpeed(3_000),
  };
  expect(sumUp({})).toBe('running');
  expect(sumUp(fine)).toBe('good');
  expect(sumUp({ ...fine, speed: judgeSpeed(600) })).toBe('fair');
  expect(sumUp({ ...fine, camera: { check: 'camera', grade: 'bad', why: 'denied' }, speed: judgeSpeed(600) })).toBe(
    'bad',
  );
  expect(sumUp({ ...fine, network: { check: 'network', grade: 'running', why: 'direct' } })).toBe('running');
});
