import {
  array,
  check,
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
import { typedText } from '../text/typed-text.ts';
import { isBlank } from '../text/visible-text.ts';
import { PLACE_ACCURACY_MAX_M, PLACE_NAME_MAX_CHARS } from './kind-rules.ts';
import { giftId } from './kinds/shapes.ts';
import { ANSWER_MAX_CHARS, ANSWERS_MAX, QUESTION_MAX_CHARS, QUESTIONS } from './questions.ts';
import { TEXT_LANGUAGES } from './text-languages.ts';

const whole = (min: number, max: number) => pipe(number(), integer(), minValue(min), maxValue(max));
const degrees = (max: number) => pipe(number(), minValue(-max), maxValue(max));
const words = (max: number) => pipe(typedText, maxLength(max));
const shown = (max: number) =>
  pipe(
    words(max),
    check((text) => !isBlank(text)),
  );

/** Schema of the original text that the user wrote, when the body of a message or a draft is a translation of it. */
export const originalText = object({ lang: picklist(TEXT_LANGUAGES), text: string() });

/**
 * Schema of a message without files that a page asks the core to send (`send`). The bounds protect the port; the core rejects texts that
 * are too long with an error for the user.
 */
export const simpleDraft = variant('kind', [
  object({
    kind: literal('text'),
    body: string(),
    said: optional(originalText),
  }),
  object({
    kind: literal('location'),
    lat: degrees(90),
    lon: degrees(180),
    acc: pipe(number(), minValue(0), maxValue(PLACE_ACCURACY_MAX_M)),
    name: words(PLACE_NAME_MAX_CHARS),
  }),
  object({
    kind: literal('sticker'),
    id: pipe(string(), regex(/^[a-z]{1,16}\/[a-z-]{1,24}$/)),
    /** Text for clients that do not have the sticker's pack. */
    name: words(40),
  }),
  /** A predefined question. */
  object({ kind: literal('question'), q: whole(1, QUESTIONS) }),
  /** A question of the user. */
  object({
    kind: literal('own_question'),
    body: shown(QUESTION_MAX_CHARS),
    options: pipe(array(shown(ANSWER_MAX_CHARS)), minLength(2), maxLength(ANSWERS_MAX), readonly()),
  }),
  /** The answer to a question: its stanza id, and the number of the option from 0. */
  object({ kind: literal('answer'), to: stanzaId, choice: whole(0, ANSWERS_MAX - 1) }),
  object({ kind: literal('invite_video') }),
  object({ kind: literal('ask_gift'), gift: giftId, body: words(200) }),
]);
/**
 * A message without files that a page asks the core to send: text, location, sticker, predefined or own question, answer, 'call me now' or
 * gift request.
 */
export type SimpleDraft = InferOutput<typeof simpleDraft>;
