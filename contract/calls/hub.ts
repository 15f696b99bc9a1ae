import xml, { type Element } from '@xmpp/xml';
import {
  array,
  boolean,
  type InferOutput,
  literal,
  maxLength,
  object,
  optional,
  picklist,
  pipe,
  safeParse,
} from 'valibot';
import { JSON_MAX_BYTES } from '../api/rules.ts';
import { isExternalId } from '../ids.ts';
import { holdsPlainText, writePlainJson } from '../xml/characters.ts';
import { CALLBACK_REPLIES, REQUESTABLE_KINDS } from './calls.ts';
import {
  type CallTerms,
  callTerms,
  hubId,
  kind,
  person,
  reason,
  receipt,
  rejectType,
  relays,
  shownWords,
  signal,
  uid,
  whole,
  words,
} from './hub-shapes.ts';
import { BUFFERED_SIGNALS_MAX, CALL_RECORDS_PAGE } from './rules.ts';

/**
 * Namespace of the video hub's protocol (wire 3.1): `<action xmlns='urn:gemcall:hub:1' name='..' sid='..'>` with its data as JSON inside
 * (XEP-0335). Clients send an `iq` of type set; the hub sends events as messages of type headline, which are neither archived nor copied.
 */
export const HUB_NS = 'urn:gemcall:hub:1';
const JSON_NS = 'urn:xmpp:json:0';
const nothing = object({});
const meter = object({
  /** Remaining seconds that the caller's free time and gems cover; absent on the callee's side and in a call that is not metered. */
  secondsLeft: optional(whole),
  freeSecondsLeft: whole,
  /** Connected seconds so far, without pauses. */
  seconds: whole,
  /** `seconds` in ms, for a clock on the screen. */
  ms: optional(whole, 0),
  /** So far: paid by the caller, or earned by the callee. */
  gems: whole,
  metering: boolean(),
  /** End of the wait for a gem purchase; 0: the call does not wait. */
  waitUntil: optional(whole),
});

/** Billing kind and terms of a call. */
const terms = {
  kind,
  price: whole,
  /** Seconds for which the caller pays nothing more: free time, or the minutes of a booking. */
  freeSeconds: whole,
  startTime: whole,
  /** Silver that the caller pays; absent if the call costs none. */
  silver: optional(whole),
};

/**
 * Schemas of the requests of clients to the hub (`asks`) and of its responses (`hears`), by action name. Each has `sid`, the call's id, as
 * an attribute, '' before a call exists.
 */
export const hubActions = {
  /**
   * Starts a call. The hub chooses its kind: a booking or an allowance before gems. `relays` are valid until the answer, so that the
   * caller's offer is ready before it; PeerAnswered brings those for the call. `shown`: the terms that the caller saw. Refused with
   * `price-changed` if the call has another price, fewer free seconds or a higher silver cost.
   */
  SessionRequest: {
    asks: object({ callee: uid, kind: picklist(REQUESTABLE_KINDS), source: words, root: words, shown: callTerms }),
    hears: object({ sid: hubId, ...terms, relays: optional(relays) }),
  },
  /**
   * The callee asks for the caller and the terms of a ringing call, for example after a missed Ring. Refused with `answered` once it no
   * longer rings, and with `sid-non-existent` after its end and for other users.
   */
  CallCheck: { asks: nothing, hears: object({ caller: person, ...terms }) },
  /**
   * The callee answers. Only the first of their devices gets relay servers; the others are refused with `answered`. `signals`: the
   * caller's signals so far, the offer first, only in the first response; without an offer the callee sends a `ready` signal.
   */
  CallReady: {
    asks: nothing,
    hears: object({ relays, signals: optional(pipe(array(signal), maxLength(BUFFERED_SIGNALS_MAX))) }),
  },
  /** Either side rejoins after a reload or on a new stream. The response's `generation` numbers the next peer connection (`Signal`). */
  CallAccept: { asks: nothing, hears: object({ relays, generation: whole }) },
  /** A signal for the peer. The hub buffers the caller's signals until the answer, for the response to CallReady. */
  WebRTCContent: { asks: object({ signal }), hears: nothing },
  /** The remote media arrived. Metering starts with the callee's report; the callee earns from the caller's report on. */
  SessionSuccess: { asks: nothing, hears: nothing },
  /**
   * Sent at once, then every 5 s by both sides. `flowing`: for the caller, whether media arrived since the last heartbeat; for the
   * callee, whether media arrived or the connection to the caller is up, so that a caller who sends no media cannot pause the meter.
   * `usable`: false if picture or sound were unusable since the last heartbeat: those that the caller received, or that the callee sent.
   */
  SessionHeartbeat: { asks: object({ flowing: boolean(), usable: optional(boolean()) }), hears: meter },
  /** The caller cancels the call before the answer; one that was answered just before ends as well. */
  CallCancel: { asks: nothing, hears: nothing },
  /** Either side ends the call in the regular way: hangs up, declines or runs out of time. */
  SessionTerminate: { asks: object({ reason, rejectType }), hears: object({ receipt: optional(receipt) }) },
  /** Either side ends the call because of a fault. */
  SessionFail: { asks: object({ reason, rejectType }), hears: object({ receipt: optional(receipt) }) },
  /**
   * The caller lets a match or booked call continue as a paid one after its free time or held minutes, at the price that was shown (gems
   * per started minute).
   */
  MatchToFlash: { asks: object({ price: whole }), hears: object({ price: whole }) },
  /** Enters random match. Repeated at the heartbeat interval; after `CALL_MISSED_BEATS` missing repetitions the wait ends. */
  MatchEnter: { asks: object({ filter: object({ lang: words, country: words }) }), hears: object({ waiting: whole }) },
  /** Leaves random match; an open proposal ends, and the other side gets MatchGone. */
  MatchLeave: { asks: nothing, hears: nothing },
  /** Accepts or skips a proposal. When both have accepted, both get MatchAgreed, or MatchGone if the call is refused. */
  MatchAnswer: { asks: object({ proposal: hubId, yes: boolean() }), hears: nothing },
  /** An anchor asks a user to call back: the user gets the event Transmit and replies with the action Transmit. */
  Callback: { asks: object({ callee: uid }), hears: object({ callback: hubId }) },
  /** The user's reply to a callback: `accept` starts the call at the terms `shown`, with the response of a SessionRequest. */
  Transmit: {
    asks: object({
      kind: literal('callback_reply'),
      callback: hubId,
      reply: picklist(CALLBACK_REPLIES),
      shown: optional(callTerms),
    }),
    hears: object({ sid: optional(hubId), ...terms, relays: optional(relays) }),
  },
  /** The account's receipts that were settled after `since` (ms), oldest first, from all devices. `complete`: there are no more. */
  CallRecords: {
    asks: object({ since: whole }),
    hears: object({ receipts: pipe(array(receipt), maxLength(CALL_RECORDS_PAGE)), complete: boolean() }),
  },
} as const;

/** Schemas of the events that the hub sends to a client unasked, by event name. */
export const hubEvents = {
  /** To the callee's devices: an incoming call, with the data of CallCheck. */
  Ring: object({ caller: person, ...terms }),
  /** To the caller: the callee answered; these relay servers are valid for the call. */
  PeerAnswered: object({ relays }),
  /** To the callee's devices; the device with this resource continues. */
  AnsweredElsewhere: object({ resource: shownWords }),
  /** A signal of the peer (`Signal`). */
  WebRTCContent: object({ signal }),
  SessionTerminate: object({ reason, rejectType, receipt: optional(receipt) }),
  SessionFail: object({ reason, rejectType, receipt: optional(receipt) }),
  /** The peer rejoined the call: a client whose call does not ring any more rejoins too, by CallAccept. */
  CallCheck: nothing,
  /**
   * To a host: no call follows the callback whose id is `sid`. A client also ends its call `sid` by it; no reason means
   * `sidNonExistent`.
   */
  CallError: object({ reason: optional(reason) }),
  /** The peer lost the connection, is rejoining, or is back. */
  PeerAway: object({ away: boolean() }),
  /** To both sides: the meter started, paused, resumed, charged a minute, or the call became a paid one. */
  Meter: meter,
  /** To the callee: the caller has let the match or booked call continue as a paid one after its free time or held minutes. */
  MatchToFlash: object({ price: whole }),
  /** Random match proposes a partner, until `until` (ms); the client replies with MatchAnswer. */
  MatchFound: object({ proposal: hubId, peer: person, price: whole, freeSeconds: whole, until: whole }),
  /** The proposal is over: the other side skipped or left, it expired, or its call was refused. Waiting continues. */
  MatchGone: object({ proposal: hubId }),
  /** Both accepted the proposal: the call `sid` exists, already answered. */
  MatchAgreed: object({
    proposal: hubId,
    sid: hubId,
    role: picklist(['caller', 'callee']),
    peer: person,
    price: whole,
    freeSeconds: whole,
    startTime: whole,
    relays,
    /** The server checks frames of both pictures: each device sends some of its own (`matchFrame`). */
    checksPictures: optional(boolean()),
  }),
  /** A host asks this user to call back, until `until` (ms). */
  Transmit: object({ kind: literal('callback'), callback: hubId, peer: person, price: whole, until: whole }),
  /** A purchase of gems succeeded; sent to all devices of the buyer. */
  ReChargeSuccess: object({ gemsBalance: whole }),
  /** The caller cannot pay the next minute and is buying gems: until then (ms) the meter is paused and neither side sends media. */
  TopUpWait: object({ until: whole }),
  /** The gem purchase succeeded: the call continues. */
  TopUpDone: nothing,
} as const;

/** Name of a request to the hub. */
export type HubAction = keyof typeof hubActions;
/** Name of an event from the hub. */
export type HubEventName = keyof typeof hubEvents;
/** Data of the request `A` to the hub, as the JSON holds it. */
export type HubRequestData<A extends HubAction> = InferOutput<(typeof hubActions)[A]['asks']>;
/** Data of the hub's successful response to the request `A`. */
export type HubResponseData<A extends HubAction> = InferOutput<(typeof hubActions)[A]['hears']>;

/** A validated request to the hub: action name, sid and data. */
export type HubRequest = {
  [A in HubAction]: { readonly name: A; readonly sid: string; readonly data: HubRequestData<A> };
}[HubAction];
/** A validated event from the hub: event name, sid and data. */
export type HubEvent = {
  [E in HubEventName]: { readonly name: E; readonly sid: string; readonly data: InferOutput<(typeof hubEvents)[E]> };
}[HubEventName];

const isAction = (name: string): name is HubAction => Object.hasOwn(hubActions, name);
const isEvent = (name: string): name is HubEventName => Object.hasOwn(hubEvents, name);

const write = (name: string, sid: string, data: unknown): Element =>
  xml('action', { xmlns: HUB_NS, name, sid }, xml('json', { xmlns: JSON_NS }, writePlainJson(data)));

/** Parses an action into name, sid and JSON; undefined if the element is not a valid action. */
function read(action: Element | undefined): { name: string; sid: string; json: unknown } | undefined {
  if (!action?.is('action', HUB_NS)) return undefined;
  const { name, sid = '' } = action.attrs;
  const text = action.getChildText('json', JSON_NS) ?? '{}';
  if (!name || (sid !== '' && !isExternalId(sid)) || text.length > JSON_MAX_BYTES) return undefined;
  try {
    return { name, sid, json: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/**
 * Writes the `action` element of a request; the sender wraps it in an `iq` of type set. The edge also uses it to forward a validated
 * request.
 */
export const writeRequest = (request: HubRequest): Element => write(request.name, request.sid, request.data);

/**
 * Reads a request at the edge and the hub. Undefined for an unknown action, a malformed sid, data that the action does not allow, or
 * strings that are not plain text.
 */
export function readRequest(action: Element | undefined): HubRequest | undefined {
  const envelope = read(action);
  if (!envelope || !isAction(envelope.name) || !holdsPlainText(envelope.json)) return undefined;
  const parsed = safeParse(hubActions[envelope.name].asks, envelope.json);
  return parsed.success ? ({ name: envelope.name, sid: envelope.sid, data: parsed.output } as HubRequest) : undefined;
}

/** Writes the `action` element of the hub's successful response, for the `iq` of type result. */
export const writeAnswer = <A extends HubAction>(name: A, sid: string, data: HubResponseData<A>): Element =>
  write(name, sid, data);

/** Reads the hub's response to the request `name` on a client; undefined if it is for another action or invalid. */
export function readAnswer<A extends HubAction>(name: A, result: Element): HubResponseData<A> | undefined {
  const envelope = read(result.getChild('action', HUB_NS));
  if (envelope?.name !== name) return undefined;
  const parsed = safeParse(hubActions[name].hears, envelope.json);
  return parsed.success ? (parsed.output as HubResponseData<A>) : undefined;
}

/** Writes the `action` element of an event; the sender wraps it in a message of type headline. */
export const writeEvent = (event: HubEvent): Element => write(event.name, event.sid, event.data);

/**
 * Reads an event from an incoming stanza on a client. `hub`: address of the hub; undefined for every stanza that is not a valid headline
 * from it.
 */
export function readEvent(stanza: Element, hub: string): HubEvent | undefined {
  const { type, from } = stanza.attrs;
  if (!stanza.is('message') || type !== 'headline' || from !== hub) return undefined;
  const envelope = read(stanza.getChild('action', HUB_NS));
  if (!envelope || !isEvent(envelope.name)) return undefined;
  const parsed = safeParse(hubEvents[envelope.name], envelope.json);
  return parsed.success ? ({ name: envelope.name, sid: envelope.sid, data: parsed.output } as HubEvent) : undefined;
}

/**
 * Reasons why the hub refuses a request, as a child of the stanza error beside the defined condition (RFC 6120, 8.3.2). `price-changed`
 * has the current terms as attributes; nothing was charged.
 */
export const HUB_REFUSALS = [
  'gems-insufficient',
  'spend-limit',
  'locked',
  'silver-insufficient',
  'busy',
  'offline',
  'blocked',
  'self',
  'not-anchor',
  'one-call',
  'no-allowance',
  'not-taking',
  'sid-non-existent',
  'answered',
  'rate',
  'closed',
  'age',
  'price-changed',
] as const;
/** Reason why the hub refused a request, one of `HUB_REFUSALS`. */
export type HubRefusal = (typeof HUB_REFUSALS)[number];
/**
 * The refusal of a call whose shown terms are outdated, with the current terms as far as they are known, so that the page can show them.
 */
export type PriceChanged = { readonly reason: 'price-changed' } & Pick<CallTerms, 'price'> & Partial<CallTerms>;

/**
 * Writes the `error` child of an `iq` with which the hub refuses a request. The retryable refusal `rate` has the type `wait`, all others
 * `cancel`.
 */
export function writeRefusal(refused: HubRefusal | PriceChanged): Element {
  const { reason: refusal, ...terms } = typeof refused === 'string' ? { reason: refused } : refused;
  const [type, condition] = refusal === 'rate' ? ['wait', 'resource-constraint'] : ['cancel', 'not-acceptable'];
  return xml(
    'error',
    { type },
    xml(condition, { xmlns: 'urn:ietf:params:xml:ns:xmpp-stanzas' }),
    xml(refusal, { xmlns: HUB_NS, ...terms }),
  );
}

/** Reads the reason from the hub's error response on a client; undefined if the error is not a refusal of the hub. */
export function readRefusal(stanza: Element): HubRefusal | undefined {
  const error = stanza.getChild('error');
  return HUB_REFUSALS.find((refusal) => error?.getChild(refusal, HUB_NS));
}

/** Reads the current price (gems per started minute) from a `price-changed` refusal; undefined for any other error. */
export function readNewPrice(stanza: Element): number | undefined {
  const price = stanza.getChild('error')?.getChild('price-changed', HUB_NS)?.attrs['price'];
  return price !== undefined && /^\d{1,15}$/.test(price) ? Number(price) : undefined;
}
