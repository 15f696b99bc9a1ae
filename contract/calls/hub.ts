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
import { ASKED_KINDS, CALLBACK_REPLIES } from './calls.ts';
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
import { CALL_RECORDS_PAGE, KEPT_SIGNALS_MAX } from './rules.ts';

/**
 * The video hub's protocol (wire 3.1): `<action xmlns='urn:gemcall:hub:1' name='..' sid='..'>` with its data
 * as JSON inside (XEP-0335). Clients send an `iq` of type set; the hub sends events as messages of type headline, which are
 * neither archived nor copied.
 */
export const HUB_NS = 'urn:gemcall:hub:1';
const JSON_NS = 'urn:xmpp:json:0';
const nothing = object({});
const meter = object({
  /** What the caller's free time and gems still allow; null on the callee's side. */
  secondsLeft: optional(whole),
  freeSecondsLeft: whole,
  /** Connected and not paused, so far. */
  seconds: whole,
  /** The same in ms, for a clock on the screen. */
  ms: optional(whole, 0),
  /** So far: paid by the caller, or come to the callee. */
  gems: whole,
  metering: boolean(),
  /** Until when the call waits for gems that are being bought; 0: it does not. */
  waitUntil: optional(whole),
});

/** Who calls, and on which terms. */
const terms = {
  kind,
  price: whole,
  freeSeconds: whole,
  startTime: whole,
  /** What a silver call costs the caller; absent where it costs nothing. */
  silver: optional(whole),
};

/** What a client asks of the hub (`asks`), and the answer (`hears`). `sid` is an attribute of each, '' where there is no call yet. */
export const hubActions = {
  /**
   * The hub answers with the kind it chose: an allowance before gems. `relays` serve until the answer, so that the caller's
   * offer is ready before it; PeerAnswered brings those for the call. `shown`: what the caller was shown. Refused with
   * `price-changed` where the call costs another price, brings fewer free seconds or costs more silver than that.
   */
  SessionRequest: {
    asks: object({ callee: uid, kind: picklist(ASKED_KINDS), source: words, root: words, shown: callTerms }),
    hears: object({ sid: hubId, ...terms, relays: optional(relays) }),
  },
  /** Callee asks whether the call is alive and who calls. Not answered to anybody else. Needed where Ring was missed. */
  CallCheck: { asks: nothing, hears: object({ caller: person, ...terms }) },
  /**
   * Callee answers. Only the first of their devices gets relay servers, the others are refused with `answered`. `signals`: what
   * the caller has sent so far, the offer first; without an offer the callee says that they are ready.
   */
  CallReady: {
    asks: nothing,
    hears: object({ relays, signals: optional(pipe(array(signal), maxLength(KEPT_SIGNALS_MAX))) }),
  },
  /** Either side rejoins after a reload or on a new stream. `generation` is the one to start with. */
  CallAccept: { asks: nothing, hears: object({ relays, generation: whole }) },
  /** The caller's come before the answer too: the hub keeps them for it. */
  WebRTCContent: { asks: object({ signal }), hears: nothing },
  /** The remote picture arrived. The meter runs from the callee's report, and earns from the caller's. */
  SessionSuccess: { asks: nothing, hears: nothing },
  /**
   * At once, then every 5 s from both. `flowing`: for the caller, whether media arrived since the last beat; for the callee,
   * whether some did or the connection to the caller is up, so that a caller who sends nothing pauses no meter.
   */
  SessionHeartbeat: { asks: object({ flowing: boolean() }), hears: meter },
  CallCancel: { asks: nothing, hears: nothing },
  SessionTerminate: { asks: object({ reason, rejectType }), hears: object({ receipt: optional(receipt) }) },
  SessionFail: { asks: object({ reason, rejectType }), hears: object({ receipt: optional(receipt) }) },
  /** Caller converts the free match call to a paid one, at the price that they were shown (gems per started minute). */
  MatchToFlash: { asks: object({ price: whole }), hears: object({ price: whole }) },
  /** Waits for a partner. Ends unless it is renewed every heartbeat. */
  MatchEnter: { asks: object({ filter: object({ lang: words, country: words }) }), hears: object({ waiting: whole }) },
  MatchLeave: { asks: nothing, hears: nothing },
  /** Answers a proposal: yes or skip. After two yes both get MatchAgreed. */
  MatchAnswer: { asks: object({ proposal: hubId, yes: boolean() }), hears: nothing },
  /** An anchor asks a user to call back: the user gets Transmit. */
  Callback: { asks: object({ callee: uid }), hears: object({ callback: hubId }) },
  /** The user's reply to one: `accept` makes the call, at the terms `shown`, and the answer is that of a SessionRequest. */
  Transmit: {
    asks: object({
      kind: literal('callback_reply'),
      callback: hubId,
      reply: picklist(CALLBACK_REPLIES),
      shown: optional(callTerms),
    }),
    hears: object({ sid: optional(hubId), ...terms, relays: optional(relays) }),
  },
  /** The receipts that this account's other devices wrote since then, oldest first. */
  CallRecords: {
    asks: object({ since: whole }),
    hears: object({ receipts: pipe(array(receipt), maxLength(CALL_RECORDS_PAGE)), complete: boolean() }),
  },
} as const;

/** Events that the hub sends unasked. */
export const hubEvents = {
  /** To the callee's devices: somebody calls. It carries what CallCheck would answer. */
  Ring: object({ caller: person, ...terms }),
  PeerAnswered: object({ relays }),
  /** To the callee's devices; the one whose resource it is goes on. */
  AnsweredElsewhere: object({ resource: shownWords }),
  WebRTCContent: object({ signal }),
  SessionTerminate: object({ reason, rejectType, receipt: optional(receipt) }),
  SessionFail: object({ reason, rejectType, receipt: optional(receipt) }),
  /** Asks whether the client is still in the call. It answers with the action CallAccept. */
  CallCheck: nothing,
  /** No reason means sidNonExistent. */
  CallError: object({ reason: optional(reason) }),
  /** The peer lost the connection, is rejoining, or is back. */
  PeerAway: object({ away: boolean() }),
  /** The meter began, paused, continues, or charged a minute. */
  Meter: meter,
  /** The caller's free match call is paid from now on. */
  MatchToFlash: object({ price: whole }),
  MatchFound: object({ proposal: hubId, peer: person, price: whole, freeSeconds: whole, until: whole }),
  /** The other side skipped or left; waiting continues. */
  MatchGone: object({ proposal: hubId }),
  MatchAgreed: object({
    proposal: hubId,
    sid: hubId,
    role: picklist(['caller', 'callee']),
    peer: person,
    price: whole,
    freeSeconds: whole,
    startTime: whole,
    relays,
  }),
  Transmit: object({ kind: literal('callback'), callback: hubId, peer: person, price: whole, until: whole }),
  ReChargeSuccess: object({ gemsBalance: whole }),
  /** The next minute cannot be paid, and gems for it are being bought: until then (ms) the meter stands and neither sends media. */
  TopUpWait: object({ until: whole }),
  /** The gems came: the call goes on. */
  TopUpDone: nothing,
} as const;

export type HubAction = keyof typeof hubActions;
export type HubEventName = keyof typeof hubEvents;
export type Asks<A extends HubAction> = InferOutput<(typeof hubActions)[A]['asks']>;
export type Hears<A extends HubAction> = InferOutput<(typeof hubActions)[A]['hears']>;

/** A request as the hub reads it. */
export type HubRequest = {
  [A in HubAction]: { readonly name: A; readonly sid: string; readonly data: Asks<A> };
}[HubAction];
export type HubEvent = {
  [E in HubEventName]: { readonly name: E; readonly sid: string; readonly data: InferOutput<(typeof hubEvents)[E]> };
}[HubEventName];

const isAction = (name: string): name is HubAction => Object.hasOwn(hubActions, name);
const isEvent = (name: string): name is HubEventName => Object.hasOwn(hubEvents, name);

const write = (name: string, sid: string, data: unknown): Element =>
  xml('action', { xmlns: HUB_NS, name, sid }, xml('json', { xmlns: JSON_NS }, writePlainJson(data)));

/** The name, the sid and the parsed JSON; undefined for whatever is no action of ours. */
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

export const writeRequest = (request: HubRequest): Element => write(request.name, request.sid, request.data);

/** Undefined for an unknown action, a malformed sid, data that is not what the action carries, or text that is none. */
export function readRequest(action: Element | undefined): HubRequest | undefined {
  const said = read(action);
  if (!said || !isAction(said.name) || !holdsPlainText(said.json)) return undefined;
  const parsed = safeParse(hubActions[said.name].asks, said.json);
  return parsed.success ? ({ name: said.name, sid: said.sid, data: parsed.output } as HubRequest) : undefined;
}

export const writeAnswer = <A extends HubAction>(name: A, sid: string, data: Hears<A>): Element =>
  write(name, sid, data);

export function readAnswer<A extends HubAction>(name: A, result: Element): Hears<A> | undefined {
  const said = read(result.getChild('action', HUB_NS));
  if (said?.name !== name) return undefined;
  const parsed = safeParse(hubActions[name].hears, said.json);
  return parsed.success ? (parsed.output as Hears<A>) : undefined;
}

export const writeEvent = (event: HubEvent): Element => write(event.name, event.sid, event.data);

/** Reads a headline of the hub; undefined for everything else, above all for headlines of another sender. */
export function readEvent(stanza: Element, hub: string): HubEvent | undefined {
  const { type, from } = stanza.attrs;
  if (!stanza.is('message') || type !== 'headline' || from !== hub) return undefined;
  const said = read(stanza.getChild('action', HUB_NS));
  if (!said || !isEvent(said.name)) return undefined;
  const parsed = safeParse(hubEvents[said.name], said.json);
  return parsed.success ? ({ name: said.name, sid: said.sid, data: parsed.output } as HubEvent) : undefined;
}

/**
 * Why the hub refuses, as a child of the stanza error beside the defined condition (RFC 6120, 8.3.2):
 * `gems-insufficient` (type cancel), `spend-limit`, `locked`, `silver-insufficient`, `busy`, `offline`, `blocked`, `self`, `not-anchor`, `one-call`, `no-allowance`,
 * `sid-non-existent`, `answered`, `rate`, `closed`, `age`, `price-changed`. The last one has what the call costs now as
 * attributes; nothing was charged.
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
  'sid-non-existent',
  'answered',
  'rate',
  'closed',
  'age',
  'price-changed',
] as const;
export type HubRefusal = (typeof HUB_REFUSALS)[number];
/** The refusal of a paying action whose shown terms are not those of now, with those of now as far as they are known. */
export type PriceChanged = { readonly reason: 'price-changed' } & Pick<CallTerms, 'price'> & Partial<CallTerms>;

/** The `error` of an iq. A refusal to be tried later (`rate`) has the type wait. */
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

export function readRefusal(stanza: Element): HubRefusal | undefined {
  const error = stanza.getChild('error');
  return HUB_REFUSALS.find((refusal) => error?.getChild(refusal, HUB_NS));
}

/** The price that the call has now (gems per started minute), out of a refusal with `price-changed`. */
export function readNewPrice(stanza: Element): number | undefined {
  const price = stanza.getChild('error')?.getChild('price-changed', HUB_NS)?.attrs['price'];
  return price !== undefined && /^\d{1,15}$/.test(price) ? Number(price) : undefined;
}
