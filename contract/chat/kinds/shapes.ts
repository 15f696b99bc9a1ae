import type { Element } from '@xmpp/xml';
import { check, integer, maxLength, maxValue, minLength, minValue, number, pipe, regex, string } from 'valibot';
import { externalId, INVALID_ID } from '../../external-id.ts';

/** Namespace of the per-kind children of a message's `x` element. */
export const KIND_NS = 'urn:gemcall:kind:1';

/** Schema of a whole number in a range. */
export const whole = (min: number, max: number) => pipe(number(), integer(), minValue(min), maxValue(max));
/** Schema of a text with a length in a range. */
export const words = (min: number, max: number) => pipe(string(), minLength(min), maxLength(max));
/** Schema of a text in an attribute, without line ends: XML replaces them with spaces (XML 1.0, section 3.3.3). */
export const label = (max: number) =>
  pipe(
    string(),
    maxLength(max),
    check((value) => !/[\t\n\r]/.test(value)),
  );

/** Schema of an account number in a message. */
export const uid = whole(1, 999_999_999_999_999);
/** Schema of a time of the server clock, ms. */
export const moment = whole(0, 9_999_999_999_999);
/** Schema of the stanza id of another message. */
export const stanzaId = externalId;
/** Schema of the id of a paid message's lock. */
export const lockId = externalId;
/** Schema of the id of a catalogue gift. */
export const giftId = pipe(externalId, regex(/^[a-z-]{2,24}$/, INVALID_ID));

/** Parses the number in an attribute; NaN, which no schema accepts, if it is missing or malformed. */
export const numberIn = (value: string | undefined): number =>
  value !== undefined && /^-?\d{1,15}(\.\d{1,9})?$/.test(value) ? Number(value) : Number.NaN;

/** Returns the attributes of a child of `x` in the kinds' namespace; empty if there is no such child. */
export const attrsOf = (x: Element, name: string): Readonly<Record<string, string | undefined>> =>
  x.getChild(name, KIND_NS)?.attrs ?? {};
