import {
  array,
  type InferOutput,
  integer,
  literal,
  maxLength,
  maxValue,
  minLength,
  minValue,
  number,
  object,
  optional,
  picklist,
  pipe,
  readonly,
  regex,
  string,
  variant,
} from 'valibot';
import { stanzaId } from '../command.ts';
import { typedText } from '../typed-text.ts';
import { PLACE_ACCURACY_MAX_M, PLACE_NAME_MAX_CHARS } from './kind-rules.ts';
import { giftId } from './kinds/shapes.ts';
import { ANSWER_MAX_CHARS, ANSWERS_MAX, QUESTION_MAX_CHARS, QUESTIONS } from './questions.ts';
import { TEXT_LANGUAGES } from './text-languages.ts';

const whole = (min: number, max: number) => pipe(number(), integer(), minValue(min), maxValue(max));
const degrees = (max: number) => pipe(number(), minValue(-max), maxValue(max));
const words = (min: number, max: number) => pipe(typedText, minLength(min), maxLength(max));

/** What was typed, where the body is a translation of it. */
export const saidWords = object({ lang: picklist(TEXT_LANGUAGES), text: string() });

/**
 * What a page asks the core to send, where no file has to be sent first. The bounds protect the port; whether a text is too long
 * is said by the core, in words.
 */
export const simpleDraft = variant('kind', [
  object({
    kind: literal('text'),
    body: string(),
    said: optional(saidWords),
  }),
  object({
    kind: literal('location'),
    lat: degrees(90),
    lon: degrees(180),
    acc: pipe(number(), minValue(0), maxValue(PLACE_ACCURACY_MAX_M)),
    name: words(0, PLACE_NAME_MAX_CHARS),
  }),
  object({
    kind: literal('sticker'),
    id: pipe(string(), regex(/^[a-z]{1,16}\/[a-z-]{1,24}$/)),
    /** Its words, for those who do not have its pack. */
    name: words(0, 40),
  }),
  /** One of our questions. */
  object({ kind: literal('question'), q: whole(1, QUESTIONS) }),
  /** One of one's own. */
  object({
    kind: literal('own_question'),
    body: words(1, QUESTION_MAX_CHARS),
    options: pipe(array(words(1, ANSWER_MAX_CHARS)), minLength(2), maxLength(ANSWERS_MAX), readonly()),
  }),
  /** The answer to a question: by its stanza id, the number of the option from 0. */
  object({ kind: literal('answer'), to: stanzaId, choice: whole(0, ANSWERS_MAX - 1) }),
  object({ kind: literal('invite_video') }),
  object({ kind: literal('ask_gift'), gift: giftId, body: words(0, 200) }),
]);
export type SimpleDraft = InferOutput<typeof simpleDraft>;
