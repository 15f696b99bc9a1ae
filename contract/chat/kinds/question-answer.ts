import { array, type GenericSchema, length, literal, maxLength, minLength, pipe, strictObject, union } from 'valibot';
import { plainText } from '../../xml/characters.ts';
import { ANSWER_MAX_CHARS, ANSWERS_MAX, QUESTION_MAX_CHARS, QUESTIONS } from '../questions.ts';
import { defineKind } from './kind.ts';
import { attrsOf, KIND_NS, numberIn, stanzaId, whole, words } from './shapes.ts';

type Question = {
  /** Number of a predefined question, from 1. */
  readonly q?: number;
  readonly body: string;
  readonly options: readonly string[];
  /** An answer: stanza id of the question, and the option from 0. */
  readonly to?: string;
  readonly choice?: number;
};
const option = words(1, ANSWER_MAX_CHARS);
const none = { body: literal(''), options: pipe(array(option), length(0)) };
const schema: GenericSchema<unknown, Question> = union([
  strictObject({ q: whole(1, QUESTIONS), ...none }),
  strictObject({
    body: words(1, QUESTION_MAX_CHARS),
    options: pipe(array(option), minLength(2), maxLength(ANSWERS_MAX)),
  }),
  strictObject({ to: stanzaId, choice: whole(0, ANSWERS_MAX - 1), ...none }),
]);
/** The option that this user or the peer chose, by its number. */
const local: { readonly chosen?: number } = {};

/**
 * Message kind `question_answer` (type 36): an ice-breaker, which is a predefined question, the user's own question with options, or an
 * answer to one.
 */
export const questionAnswer = defineKind({
  type: 36,
  kind: 'question_answer',
  sentBy: 'people',
  isNews: true,
  category: 'chat',
  startsAs: 'sending',
  schema,
  local,
  write: ({ q, body, options, to, choice }, build) => ({
    body,
    children: [
      ...(q === undefined ? [] : [build('ask', { xmlns: KIND_NS, q })]),
      ...(to === undefined ? [] : [build('answer', { xmlns: KIND_NS, to, n: choice })]),
      ...options.map((option) => build('option', { xmlns: KIND_NS }, plainText(option))),
    ],
  }),
  read(body, x) {
    const answer = x.getChild('answer', KIND_NS)?.attrs;
    return {
      ...(x.getChild('ask', KIND_NS) && { q: numberIn(attrsOf(x, 'ask')['q']) }),
      ...(answer && { to: answer['to'], choice: numberIn(answer['n']) }),
      body,
      options: x.getChildren('option', KIND_NS).map((option) => plainText(option.text())),
    };
  },
  answers: ({ to }) => to,
  mustSay: ({ q, to, body, options }) => (q === undefined && to === undefined ? [body, ...options] : []),
  words: ({ body, options }) => [body, ...options],
});
