import { expect, test } from 'vitest';
import type { Payload } from '#contract/chat/payload.ts';
import { ANSWERS_OF_QUESTIONS } from '#contract/chat/questions.ts';
import { heightOfOption, heightOfOptions, heightOfViolation } from '../../../../../src/messages/bubbles/heights.ts';

type Of<K extends Payload['kind']> = Extract<Payload, { readonly kind: K }>;
const ours = (q: number): Of<'question_answer'> => ({ kind: 'question_answer', q, body: '', options: [] });

test('an official question has the height of its answers before its texts are loaded', () => {
  for (const [index, count] of ANSWERS_OF_QUESTIONS.entries())
    expect(heightOfOptions(ours(index + 1))).toBe(count * 50);
  expect(heightOfOptions(ours(99))).toBe(0);
});

test('a long answer has the height of its lines', () => {
  expect(heightOfOption('Tea')).toBe(44);
  expect(heightOfOption('x'.repeat(60))).toBe(66);
  const own: Of<'question_answer'> = { kind: 'question_answer', body: 'q', options: ['Tea', 'x'.repeat(60)] };
  expect(heightOfOptions(own)).toBe(44 + 66 + 12);
});

test('a rule violation has the height of its text', () => {
  const broken = { kind: 'violate_rule', rule: 'locked', count: 0 } as const;
  expect(heightOfViolation(broken)).toBe(84);
  expect(heightOfViolation({ ...broken, count: 3, until: 1 })).toBe(124);
});
