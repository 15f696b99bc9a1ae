import xml, { type Element } from '@xmpp/xml';
import {
  type InferOutput,
  integer,
  literal,
  maxValue,
  minValue,
  number,
  object,
  picklist,
  pipe,
  regex,
  safeParse,
  string,
  union,
} from 'valibot';
import { GIFT_MAX_COUNT, GIFT_PRICE_MAX_GEMS } from '../chat/kind-rules.ts';
import { STANZA_ID } from '../ids.ts';

/** The gift service's protocol: `<action xmlns name>` with its data as JSON inside (XEP-0335), in an IQ of type set. */
export const GIFT_NS = 'urn:gemcall:gift:1';
const JSON_NS = 'urn:xmpp:json:0';

const whole = (min: number, max: number) => pipe(number(), integer(), minValue(min), maxValue(max));
const op = pipe(string(), regex(STANZA_ID));
const none = literal('');

/** What a client asks of the service. */
const giftActions = {
  /** `price` is what the buyer saw; `op` names the purchase for ever. */
  GiftBuy: object({
    op,
    gift: pipe(string(), regex(/^[a-z-]{2,24}$/)),
    price: whole(1, GIFT_PRICE_MAX_GEMS),
    to: whole(1, 999_999_999_999_999),
    count: whole(1, GIFT_MAX_COUNT),
    where: picklist(['chat', 'call', 'match', 'profile']),
    /** The call in which it is given, if any. */
    sid: union([none, op]),
    /** The op of the first purchase of a combo. */
    combo: op,
    /** The wish that it fulfils, by its stanza id, if any. */
    ask: union([none, op]),
    /** The lock that it opens, if any. */
    lock: union([none, pipe(string(), regex(/^[\w-]{16,64}$/))]),
  }),
  /** Whether the purchase was made. */
  GiftState: object({ op }),
};
export type GiftRequest = {
  [Name in keyof typeof giftActions]: {
    readonly name: Name;
    readonly data: InferOutput<(typeof giftActions)[Name]>;
  };
}[keyof typeof giftActions];

export const writeGiftRequest = ({ name, data }: GiftRequest): Element =>
  xml('action', { xmlns: GIFT_NS, name }, xml('json', { xmlns: JSON_NS }, JSON.stringify(data)));

/** Undefined for an unknown action, and for data that is not what the action carries. */
export function readGiftRequest(action: Element): GiftRequest | undefined {
  const name = action.attrs['name'];
  if (name !== 'GiftBuy' && name !== 'GiftState') return undefined;
  const parsed = safeParse(giftActions[name], jsonIn(action));
  return parsed.success ? ({ name, data: parsed.output } as GiftRequest) : undefined;
}

function jsonIn(action: Element): unknown {
  try {
    return JSON.parse(action.getChildText('json', JSON_NS) ?? '');
  } catch {
    return undefined;
  }
}
