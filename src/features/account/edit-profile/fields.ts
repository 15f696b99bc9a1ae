import { type NickFault, nickFault } from '#contract/people/nick.ts';
import type { ProfileFields } from '#contract/people/people.ts';
import {
  ABOUT_MAX_CHARS,
  ADDRESS_MAX_CHARS,
  ADULT_AGE_YEARS,
  EMAIL,
  EMAIL_MAX_CHARS,
  NICK_MAX_GRAPHEMES,
} from '#contract/people/rules.ts';
import { foldDigits } from '#contract/text/typed-digits.ts';
import { charsLeft, isBlank, typedContent, visibleLine } from '#contract/text/visible-text.ts';
import { isPlainText } from '#contract/xml/characters.ts';

/** Names of the text fields and choices of the profile form. Pictures and clips are uploaded and saved separately. */
export const FIELDS = [
  'nickName',
  'about',
  'gender',
  'bDay',
  'country',
  'lang',
  'tel',
  'email',
  'address',
] as const satisfies readonly (keyof ProfileFields)[];
/** Name of a text field or choice of the profile form. */
export type FieldName = (typeof FIELDS)[number];
/** Values of all fields of the profile form. */
export type FormValues = Pick<ProfileFields, FieldName>;

/**
 * Reason why a field is invalid. `unreadable`: it contains characters that are not plain text, or invisible ones in the name. `reserved`:
 * the server keeps the name for the team. `refused`: the server rejected it.
 */
export type FieldError =
  | 'nameMissing'
  | 'tooLong'
  | 'tooYoung'
  | 'phone'
  | 'email'
  | 'unreadable'
  | 'reserved'
  | 'refused';
/** Validation errors of the profile form: at most one per field; valid fields are missing. */
export type FieldErrors = { readonly [F in FieldName]?: FieldError };

const NICK_ERRORS = { blank: 'nameMissing', invisible: 'unreadable', long: 'tooLong' } as const satisfies Record<
  NickFault,
  FieldError
>;

/** Maximum length of the fields that can have the error `tooLong`, for its message: graphemes of the nickname, characters of the others. */
export const MAX_OF: Partial<Record<FieldName, number>> = {
  nickName: NICK_MAX_GRAPHEMES,
  about: ABOUT_MAX_CHARS,
  email: EMAIL_MAX_CHARS,
  address: ADDRESS_MAX_CHARS,
};

/** Phone format that the server accepts: 5 to 15 digits (E.164), with common separators. */
const PHONE = /^\+?(?:[ ().-]*\d){5,15}[ )]*$/;
/**
 * Returns a typed or pasted phone number as it is checked and saved: with Latin digits and hyphens whatever the keyboard has, without
 * hidden characters, such as the direction marks around a number copied from a contact.
 */
const phoneOf = (tel: string) => foldDigits(visibleLine(tel).normalize('NFKC')).replace(/\p{Pd}/gu, '-');

/** Returns the latest birthday (YYYY-MM-DD) that the form accepts: that of a user who is an adult on the day of `now`. */
export function latestBirthday(now: Date): string {
  const day = new Date(Date.UTC(now.getFullYear() - ADULT_AGE_YEARS, now.getMonth(), now.getDate()));
  return day.toISOString().slice(0, 10);
}

/** Validates the input of the profile form at the time `now`; returns at most one error per field, none for valid ones. */
export function faultsOf(values: FormValues, now: Date): FieldErrors {
  const { nickName, about, bDay, tel, email, address } = values;
  const found: { -readonly [F in FieldName]?: FieldError } = {};
  const nick = nickFault(nickName);
  if (nick) found.nickName = NICK_ERRORS[nick];
  if (charsLeft(about, ABOUT_MAX_CHARS) < 0) found.about = 'tooLong';
  if (bDay > latestBirthday(now)) found.bDay = 'tooYoung';
  if (!isBlank(tel) && !PHONE.test(phoneOf(tel))) found.tel = 'phone';
  if (charsLeft(email, EMAIL_MAX_CHARS) < 0) found.email = 'tooLong';
  else if (!isBlank(email) && !EMAIL.test(email.trim())) found.email = 'email';
  if (charsLeft(address, ADDRESS_MAX_CHARS) < 0) found.address = 'tooLong';
  for (const field of FIELDS) if (!isPlainText(values[field])) found[field] = 'unreadable';
  return found;
}

/**
 * Returns the errors of fields that the server refused in one change. A name that passed `faultsOf` is refused because it is reserved, and
 * the other fields were refused only with it.
 */
export const faultsOfRefused = (fields: readonly FieldName[]): FieldErrors =>
  fields.includes('nickName')
    ? { nickName: 'reserved' }
    : Object.fromEntries(fields.map((field) => [field, 'refused' as const]));

/** Returns the fields to save: those whose input, without white space around it, differs from the saved value; with that input. */
export function changesOf(before: FormValues, now: FormValues): Partial<FormValues> {
  return Object.fromEntries(
    FIELDS.flatMap((field) => {
      const value = field === 'tel' ? phoneOf(now.tel) : typedContent(now[field]);
      return value === before[field] ? [] : [[field, value] as const];
    }),
  );
}

/**
 * Returns the field named in the server's error detail such as `email: not an address`, to show the error at it; undefined if it
 * names no field of the form.
 */
export const fieldOfRefusal = (detail: string): FieldName | undefined => {
  const name = detail.split(/[:.\s]/, 1)[0];
  return FIELDS.find((field) => field === name);
};
