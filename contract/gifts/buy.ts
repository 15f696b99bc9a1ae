import xml, { type Element } from '@xmpp/xml';
import { type InferOutput, object, optional, picklist, safeParse } from 'valibot';
import { JSON_MAX_BYTES } from '../api/rules.ts';
import { amount } from '../api/shapes.ts';
import { holdsPlainText, writePlainJson } from '../xml/characters.ts';
import { giftOp, giftOrder } from './gift.ts';

/**
 * Namespace of the gift service's protocol (wire 2.10): `<action xmlns='urn:gemcall:gift:1' name='..'>` with its data as JSON inside
 * (XEP-0335), in an `iq` of type set to `gift.<domain>`. The gift itself comes as a message of the service to both sides.
 */
export const GIFT_NS = 'urn:gemcall:gift:1';
const JSON_NS = 'urn:xmpp:json:0';

/** Result of a purchase. `mid`: stanza id of its message; `balance`: the giver's gems after it; `total`: gifts of its combo. */
const bought = object({ op: giftOp, mid: giftOp, balance: amount, total: amount, version: amount });

/** Schemas of the requests of clients to the gift service (`asks`) and of its responses (`hears`), by action name. */
const giftActions = {
  GiftBuy: { asks: giftOrder, hears: bought },
  /** Asks whether a purchase whose response was lost succeeded. */
  GiftState: {
    asks: object({ op: giftOp }),
    hears: object({ state: picklist(['done', 'none']), bought: optional(bought) }),
  },
} as const;

type GiftAction = keyof typeof giftActions;
type GiftAsks<A extends GiftAction> = InferOutput<(typeof giftActions)[A]['asks']>;
/** Data of the gift service's successful response to the request `A`. */
export type GiftResponseData<A extends GiftAction> = InferOutput<(typeof giftActions)[A]['hears']>;
/** A validated request to the gift service: `GiftBuy` buys gifts, `GiftState` asks whether a purchase whose response was lost succeeded. */
export type GiftRequest = { [A in GiftAction]: { readonly name: A; readonly data: GiftAsks<A> } }[GiftAction];
/**
 * Result of a successful gift purchase: the stanza id of its message (`mid`), the giver's current gems (`balance`), the gifts of its combo
 * so far (`total`), and the current version of the catalogue.
 */
export type GiftPurchase = InferOutput<typeof bought>;

const isAction = (name: string): name is GiftAction => Object.hasOwn(giftActions, name);

const write = (name: string, data: unknown): Element =>
  xml('action', { xmlns: GIFT_NS, name }, xml('json', { xmlns: JSON_NS }, writePlainJson(data)));

function read(action: Element | undefined): { name: string; json: unknown } | undefined {
  const name = action?.is('action', GIFT_NS) ? action.attrs['name'] : undefined;
  const text = action?.getChildText('json', JSON_NS) ?? '{}';
  if (!name || text.length > JSON_MAX_BYTES) return undefined;
  try {
    return { name, json: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/**
 * Writes the `action` element of a request to the gift service; the client wraps it in an `iq` of type set, and the edge forwards a
 * validated one with it.
 */
export const writeGiftRequest = (request: GiftRequest): Element => write(request.name, request.data);

/**
 * Reads a request at the edge and the gift service. Undefined for an unknown action, data that the action does not allow, or strings that
 * are not plain text.
 */
export function readGiftRequest(action: Element | undefined): GiftRequest | undefined {
  const envelope = read(action);
  if (!envelope || !isAction(envelope.name) || !holdsPlainText(envelope.json)) return undefined;
  const parsed = safeParse(giftActions[envelope.name].asks, envelope.json);
  return parsed.success ? ({ name: envelope.name, data: parsed.output } as GiftRequest) : undefined;
}

/** Writes the `action` element of the gift service's successful response, for the `iq` of type result. */
export const writeGiftAnswer = <A extends GiftAction>(name: A, data: GiftResponseData<A>): Element => write(name, data);

/** Reads the gift service's response to the request `name` on a client; undefined if it is for another action or invalid. */
export function readGiftAnswer<A extends GiftAction>(name: A, result: Element): GiftResponseData<A> | undefined {
  const envelope = read(result.getChild('action', GIFT_NS));
  if (envelope?.name !== name) return undefined;
  const parsed = safeParse(giftActions[name].hears, envelope.json);
  return parsed.success ? (parsed.output as GiftResponseData<A>) : undefined;
}

/**
 * Reasons why the gift service refuses a purchase, in `<refused xmlns='urn:gemcall:gift:1' reason=.. />` beside the defined condition (RFC
 * 6120, 8.3.2). If known, it also has the giver's current gems, and the current price and version of the catalogue.
 * - `no-anchor`: the recipient is no host, or an account is closed; gifts go to hosts only
 * - `area`: the gift cannot be given in this area, or the call does not exist
 * - `conflict`: the operation id belongs to another purchase, or the purchase does not continue that combo
 * - `spend-limit`: above the giver's own spending limit
 * - `locked`: the giver may not spend
 * - `not-active`: the gift or the lock is no longer available
 * - `age`: the giver has not entered a birth date
 */
export const GIFT_REFUSALS = [
  'gems-insufficient',
  'spend-limit',
  'locked',
  'price-changed',
  'not-active',
  'no-anchor',
  'blocked',
  'area',
  'conflict',
  'rate',
  'age',
] as const;
/** Reason why a gift purchase was refused, one of `GIFT_REFUSALS`. */
export type GiftRefusal = (typeof GIFT_REFUSALS)[number];
/**
 * The refusal of a gift purchase: its reason and, if known, the giver's current gems and the current price and version of the catalogue.
 */
export type GiftRefused = {
  readonly reason: GiftRefusal;
  readonly balance?: number;
  readonly price?: number;
  readonly version?: number;
};

const STANZAS_NS = 'urn:ietf:params:xml:ns:xmpp-stanzas';

/**
 * Writes the `error` child of an `iq` with which the gift service refuses a purchase. The retryable refusal `rate` has the type `wait`,
 * all others `cancel`.
 */
export function writeGiftRefusal({ reason, balance, price, version }: GiftRefused): Element {
  const [type, condition] = reason === 'rate' ? ['wait', 'resource-constraint'] : ['cancel', 'not-acceptable'];
  return xml(
    'error',
    { type },
    xml(condition, { xmlns: STANZAS_NS }),
    xml('refused', { xmlns: GIFT_NS, reason, balance, price, version }),
  );
}

const count = (value: string | undefined) =>
  value !== undefined && /^\d{1,15}$/.test(value) ? Number(value) : undefined;

/** Reads the gift service's error response on a client; undefined if the error is not a refusal of the gift service. */
export function readGiftRefusal(stanza: Element): GiftRefused | undefined {
  const refused = stanza.getChild('error')?.getChild('refused', GIFT_NS);
  const reason = GIFT_REFUSALS.find((known) => known === refused?.attrs['reason']);
  if (!refused || !reason) return undefined;
  const [balance, price, version] = ['balance', 'price', 'version'].map((name) => count(refused.attrs[name]));
  return {
    reason,
    ...(balance === undefined ? {} : { balance }),
    ...(price === undefined ? {} : { price }),
    ...(version === undefined ? {} : { version }),
  };
}
