import type { StoryItem, StoryStep } from '#contract/discovery/stories.ts';

type Steps = StoryItem['steps'];

const inOrder = (steps: Steps): readonly StoryStep[] => steps.toSorted((a, b) => a.step - b.step);

/**
 * Returns the step at which a story opens: the last one seen, or the first if none was seen or the story was seen to its end. Undefined if
 * the story has no steps.
 */
export function startOf({ steps, seenStep }: Pick<StoryItem, 'steps' | 'seenStep'>): StoryStep | undefined {
  const all = inOrder(steps);
  const seen = all.find(({ step }) => step === seenStep);
  return seen && seen !== all.at(-1) ? seen : all[0];
}

/** Returns the step that follows a tap; undefined after the last step, and for a choice, where the user's answer selects the step. */
export const nextOf = (steps: Steps, now: StoryStep): StoryStep | undefined =>
  now.kind === 'choice' && now.options.length > 0 ? undefined : inOrder(steps).find(({ step }) => step > now.step);

/** Returns the step with this number, for example the target of a chosen answer; undefined when the story has none. */
export const stepAt = (steps: Steps, step: number): StoryStep | undefined =>
  steps.find((candidate) => candidate.step === step);

/** Returns the progress of a story at a step, 0 to 1, for its progress bar. */
export const progressOf = (steps: Steps, now: StoryStep): number =>
  (inOrder(steps).indexOf(now) + 1) / Math.max(1, steps.length);

/** Shortest time for which a step without a clip is shown, ms. */
const STEP_LEAST_MS = 5_000;
/** Reading time of a character, ms: slow readers, and a second language. */
const READING_MS = 90;

/**
 * Returns the time after which a step advances by itself, ms; undefined for a clip, which advances at its end, and without a next step: for
 * the last one and for one that waits for an answer.
 */
export function shownForMs(step: StoryStep, hasNext: boolean): number | undefined {
  const isClip = step.kind === 'clip' && step.url !== '';
  return isClip || !hasNext ? undefined : Math.max(STEP_LEAST_MS, step.words.length * READING_MS);
}
