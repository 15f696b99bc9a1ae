import * as v from 'valibot';
import { typedText } from '../../../contract/typed-text.ts';
import { REASON_MAX_CHARS } from './rules.ts';

const UID = /^[1-9]\d{0,14}$/;

/** Parses the number of an account. */
export const uid = v.pipe(v.string(), v.trim(), v.regex(UID, 'is not the number of an account'), v.transform(Number));

/** The number of an account, or `all`. */
export const receiver = v.pipe(
  v.string(),
  v.trim(),
  v.check((text) => text === 'all' || UID.test(text), 'is neither the number of an account nor all'),
);
export const receiverOf = (to: string): number | 'all' => (to === 'all' ? 'all' : Number(to));

/** Multi-line plain text of up to `max` characters. */
export const words = (max: number) =>
  v.pipe(
    typedText,
    // Forms send line breaks as CR LF.
    v.transform((text) => text.replaceAll('\r\n', '\n')),
    v.trim(),
    v.minLength(1, `must have 1 to ${max} characters`),
    v.maxLength(max, `must have 1 to ${max} characters`),
  );

/** The reason of an action, stored in the operator log. */
export const reason = words(REASON_MAX_CHARS);

export const operatorName = v.pipe(
  v.string(),
  v.trim(),
  v.regex(/^[a-z][a-z0-9-]{1,31}$/, 'must be 2 to 32 small letters, digits or dashes, a letter first'),
);

export const ticket = v.pipe(v.string(), v.trim(), v.regex(/^[\w-]{1,40}$/, 'is not a ticket'));

/** An ISO 8601 time with its offset. */
export const time = v.pipe(
  v.string(),
  v.trim(),
  v.check(
    (text) => /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(Date.parse(text)),
    'is not a time such as 2026-12-01T14:00Z',
  ),
  v.transform((text) => new Date(text)),
);

/** A whole number from 1 to `max`. */
export const count = (max: number) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.regex(/^[1-9]\d{0,5}$/, `must be 1 to ${max}`),
    v.transform(Number),
    v.maxValue(max, `must be 1 to ${max}`),
  );

export const choice = <const Choices extends readonly string[]>(choices: Choices) =>
  v.picklist(choices, `must be one of ${choices.join(', ')}`);
