import type { Element } from '@xmpp/xml';
import { check, integer, maxLength, maxValue, minLength, minValue, number, pipe, regex, string } from 'valibot';
import { externalId, INVALID_ID } from '../../external-id.ts';

/** Namespace of the per-kind children of the `x` element. */
export const KIND_NS = 'urn:gemcall:kind:1';

/** A whole number in a range. */
export const whole = (min: number, max: number) => pipe(number(), integer(), minValue(min), maxValue(max));
/** A text with a length in a range. */
export const words = (min: number, max: number) => pipe(string(), minLength(min), maxLength(max));
/** Text of an attribute: XML replaces its line ends with spaces (XML 1.0, section 3.3.3). */
export const label = (max: number) =>
  pipe(
    string(),
    maxLength(max),
    check((value) => !/[\t\n\r]/.test(value)),
  );

export const uid = whole(1, 999_999_999_999_999);
/** Server clock, ms. */
export const moment = whole(0, 9_999_999_999_999);
export const stanzaId = externalId;
export const lockId = externalId;
export const giftId = pipe(externalId, regex(/^[a-z-]{2,24}$/, INVALID_ID));

/** Parses the number in an attribute; NaN, which no schema accepts, if there is none. */
export const numberIn = (value: string | undefined): number =>
  value !== undefined && /^-?\d{1,15}(\.\d{1,9})?$/.test(value) ? Number(value) : Number.NaN;

/** Attributes of a child of the kind's namespace; empty if there is no such child. */
export const attrsOf = (x: Element, name: string): Readonly<Record<string, string | undefined>> =>
  x.getChild(name, KIND_NS)?.attrs ?? {};
