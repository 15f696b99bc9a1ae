import * as v from 'valibot';
import { typedText } from '../../../contract/text/typed-text.ts';
import { typedContent } from '../../../contract/text/visible-text.ts';
import { REASON_MAX_CHARS } from './rules.ts';

const UID = /^[1-9]\d{0,14}$/;

/** Schema of an action's field with the uid of an account, which it converts to a number. */
export const uid = v.pipe(v.string(), v.trim(), v.regex(UID, 'is not the number of an account'), v.transform(Number));

/** Schema of an action's field with the uid of an account, or `all`; `receiverOf` converts it. */
export const receiver = v.pipe(
  v.string(),
  v.trim(),
  v.check((text) => text === 'all' || UID.test(text), 'is neither the number of an account nor all'),
);
/** Converts a valid `receiver` field to a uid or `all`. */
export const receiverOf = (to: string): number | 'all' => (to === 'all' ? 'all' : Number(to));

/** Schema of an action's field with multi-line plain text of 1 to `max` characters, of which one at least is visible. */
export const words = (max: number) =>
  v.pipe(
    typedText,
    // Forms send line breaks as CR LF.
    v.transform((text) => typedContent(text.replaceAll('\r\n', '\n'))),
    v.minLength(1, `must have 1 to ${max} characters`),
    v.maxLength(max, `must have 1 to ${max} characters`),
  );

/** Schema of the reason that each action but a list needs; it is stored in the operator log. */
export const reason = words(REASON_MAX_CHARS);

/** Schema of the name with which an operator signs in to the page: 2 to 32 lower-case letters, digits or dashes, a letter first. */
export const operatorName = v.pipe(
  v.string(),
  v.trim(),
  v.regex(/^[a-z][a-z0-9-]{1,31}$/, 'must be 2 to 32 small letters, digits or dashes, a letter first'),
);

/** Schema of an action's field with the ticket of a report. */
export const ticket = v.pipe(v.string(), v.trim(), v.regex(/^[\w-]{1,40}$/, 'is not a ticket'));

/** Schema of an action's field with the number of an order. */
export const orderId = v.pipe(v.string(), v.trim(), v.regex(/^[\w-]{21}$/, 'is not an order'));

/** Schema of an action's field with the id of a booked call. */
export const bookingId = v.pipe(v.string(), v.trim(), v.regex(/^[\w-]{21}$/, 'is not a booked call'));

/** Schema of an action's field with an ISO 8601 time and its offset, which it converts to a Date. */
export const time = v.pipe(
  v.string(),
  v.trim(),
  v.check(
    (text) => /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(Date.parse(text)),
    'is not a time such as 2026-12-01T14:00Z',
  ),
  v.transform((text) => new Date(text)),
);

/** Schema of an action's field with a whole number from 1 to `max`. */
export const count = (max: number) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.regex(/^[1-9]\d{0,5}$/, `must be 1 to ${max}`),
    v.transform(Number),
    v.maxValue(max, `must be 1 to ${max}`),
  );

/** Schema of an action's field with one of the given words. */
export const choice = <const Choices extends readonly string[]>(choices: Choices) =>
  v.picklist(choices, `must be one of ${choices.join(', ')}`);
