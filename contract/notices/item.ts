import xml, { type Element } from '@xmpp/xml';
import {
  type InferOutput,
  integer,
  literal,
  maxLength,
  minLength,
  minValue,
  number,
  object,
  optional,
  picklist,
  pipe,
  regex,
  safeParse,
  string,
} from 'valibot';
import { jid } from '../api/envelope.ts';
import { shownText } from '../text/typed-text.ts';

/** Templates of entries in the list of notices; the device builds the text in the user's language. */
export const NOTICE_TEMPLATES = [
  ...(['online', 'request', 'accepted', 'task', 'recharged', 'refunded'] as const),
  ...(['bookingProposed', 'bookingAccepted', 'bookingOff', 'bookingBegins', 'bookingMissed'] as const),
] as const;
/** Template of an entry in the list of notices. */
export type NoticeTemplate = (typeof NOTICE_TEMPLATES)[number];

/** Schema of an entry in the list of notices (product 3.7), live or fetched. `key` identifies the event, so that it is listed once. */
export const noticeItem = object({
  key: pipe(string(), minLength(1), maxLength(128)),
  /** Subject of the notice; the official account for tasks and money. */
  from: jid,
  type: literal('2'),
  avatarUrl: pipe(string(), maxLength(1_024)),
  content: object({
    template: picklist(NOTICE_TEMPLATES),
    values: object({
      name: optional(pipe(shownText, maxLength(1_024))),
      /** Gems, or silver of a task. */
      amount: optional(pipe(string(), regex(/^\d{1,12}$/))),
    }),
  }),
  /** Server clock, ms. */
  at: pipe(number(), integer(), minValue(0)),
});
/** An entry of the in-app list of notices, as the server sends it. */
export type NoticeItem = Readonly<InferOutput<typeof noticeItem>>;

/** XML namespace of a live notice (extension): a headline of the gate to each stream of an account, neither archived nor copied. */
export const NOTICE_NS = 'urn:gemcall:notice:1';

/** Writes the element of a live notice, for the server. */
export const writeNotice = (notice: NoticeItem): Element => xml('notice', { xmlns: NOTICE_NS }, JSON.stringify(notice));

/** Reads a headline of the gate; undefined for every other stanza, including headlines of another sender. */
export function readNotice(stanza: Element, gate: string): NoticeItem | undefined {
  const { type, from } = stanza.attrs;
  if (!stanza.is('message') || type !== 'headline' || from !== gate) return undefined;
  const text = stanza.getChild('notice', NOTICE_NS)?.text();
  if (text === undefined) return undefined;
  try {
    const parsed = safeParse(noticeItem, JSON.parse(text));
    return parsed.success ? parsed.output : undefined;
  } catch {
    // Invalid JSON.
    return undefined;
  }
}
