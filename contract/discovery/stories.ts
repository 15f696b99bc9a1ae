import {
  array,
  type InferOutput,
  integer,
  maxLength,
  maxValue,
  minLength,
  minValue,
  number,
  object,
  optional,
  picklist,
  pipe,
  regex,
  string,
} from 'valibot';
import { anchorItem } from '../api/shapes.ts';
import { externalId, INVALID_ID } from '../external-id.ts';
import { pictureBlur } from '../picture-blur.ts';
import { shownText } from '../text/typed-text.ts';
import { STORY_STEPS_MAX, STORY_WORDS_MAX_CHARS } from './rules.ts';

/** Path of a public file of the media host; '' if there is none. */
const address = pipe(string(), regex(/^(?:\/media\/[0-9a-f]{32})?$/));
const words = pipe(shownText, maxLength(STORY_WORDS_MAX_CHARS));
const number1 = pipe(number(), integer(), minValue(1), maxValue(STORY_STEPS_MAX));

/**
 * Schema of a step of a recorded story. `clip` plays `url`, `line` shows text over the picture `poster`, `choice` has options that each
 * lead to a step, `call` offers to call the host. The next step follows by number.
 */
export const storyStep = object({
  step: number1,
  kind: picklist(['clip', 'line', 'choice', 'call']),
  url: optional(address, ''),
  poster: optional(address, ''),
  /** Display time; default: a clip's length, or the reading time of a text. */
  ms: optional(pipe(number(), integer(), minValue(500), maxValue(60_000))),
  words: optional(words, ''),
  options: optional(pipe(array(object({ words: pipe(words, minLength(1)), to: number1 })), maxLength(4)), []),
});
/** Schema of the steps of a story, at least one. */
export const storySteps = pipe(array(storyStep), minLength(1), maxLength(STORY_STEPS_MAX));
/** Schema of a story's id: lower-case letters, digits and hyphens. */
export const storyId = pipe(externalId, regex(/^[a-z0-9-]{1,32}$/, INVALID_ID));

/** Schema of a recorded story in the list of stories, with its host and the caller's progress. */
export const storyItem = object({
  storyId,
  anchor: anchorItem,
  cover: address,
  blur: optional(pictureBlur, ''),
  /** The furthest step that the caller has seen; 0 for none. */
  seenStep: pipe(number(), integer(), minValue(0), maxValue(STORY_STEPS_MAX)),
  steps: storySteps,
});
/** A recorded story with its host and the caller's progress. */
export type StoryItem = InferOutput<typeof storyItem>;
/** A step of a host's recorded story: clip, text, call offer, or a choice whose options each lead to a step. */
export type StoryStep = InferOutput<typeof storyStep>;
