import { safeParse } from 'valibot';
import { describe, expect, test } from 'vitest';
import { type StoryStep, storySteps } from '../../../../contract/discovery/stories.ts';
import { DEMO_ANCHORS } from '../../../../demo/accounts/people.ts';
import { storyOf } from '../../../../demo/stories.ts';
import { nextOf, progressOf, shownForMs, startOf, stepAt } from '../../../../src/features/discovery/stories/walk.ts';

const step = (number: number, change: Partial<StoryStep> = {}): StoryStep => ({
  step: number,
  kind: 'line',
  url: '',
  poster: '',
  words: 'x',
  options: [],
  ...change,
});
const options = [
  { words: 'a', to: 5 },
  { words: 'b', to: 9 },
];
const steps = [step(9, { kind: 'call' }), step(1), step(3, { kind: 'choice', options }), step(5)];

test('a story continues in the order of its numbers, and a choice by the chosen option', () => {
  const first = startOf({ steps, seenStep: 0 });
  expect(first?.step).toBe(1);
  expect(first && nextOf(steps, first)?.step).toBe(3);
  const choice = stepAt(steps, 3);
  expect(choice && nextOf(steps, choice)).toBeUndefined();
  expect(stepAt(steps, 9)?.kind).toBe('call');
  expect(nextOf(steps, steps[0] ?? step(9))).toBeUndefined();
  expect(steps.map((one) => progressOf(steps, one))).toEqual([1, 0.25, 0.5, 0.75]);
});

test('a step without a clip advances after its reading time, a clip at its end, and the last step never', () => {
  expect(shownForMs(step(1), true)).toBe(5_000);
  expect(shownForMs(step(1, { words: 'x'.repeat(100) }), true)).toBe(9_000);
  expect(shownForMs(step(1, { kind: 'clip' }), true)).toBe(5_000);
  expect(shownForMs(step(1, { kind: 'clip', url: '/media/1' }), true)).toBeUndefined();
  expect(shownForMs(step(1), false)).toBeUndefined();
});

test('a story opens at the last seen page, and restarts after its end', () => {
  expect(startOf({ steps, seenStep: 5 })?.step).toBe(5);
  expect(startOf({ steps, seenStep: 9 })?.step).toBe(1);
  expect(startOf({ steps, seenStep: 4 })?.step).toBe(1);
});

test('a choice without options continues like a line', () => {
  const odd = [step(1, { kind: 'choice' }), step(2)];
  expect(odd[0] && nextOf(odd, odd[0])?.step).toBe(2);
});

describe('the story of a demo host', () => {
  test('the story of a demo host fits into the endpoint in each of its languages, and every option has a target', () => {
    for (const { uid, lang } of DEMO_ANCHORS) {
      const parsed = safeParse(storySteps, storyOf(uid, lang));
      expect(parsed.success, lang).toBe(true);
      const told = parsed.success ? parsed.output : [];
      expect(told.at(-1)?.kind).toBe('call');
      for (const { to } of told.flatMap((one) => one.options)) expect(stepAt(told, to)).toBeDefined();
    }
  });
});
