import {
  boolean,
  finite,
  type GenericSchema,
  type InferInput,
  maxValue,
  minValue,
  number,
  optional,
  pipe,
  regex,
  strictObject,
  string,
} from 'valibot';
import type { Named } from './names.ts';
import { DURATION_MAX_SECONDS } from './rules.ts';

/** Schema of a fixed identifier: the name of a screen, a way, a reason. Never user text or a user's name. */
const word = pipe(string(), regex(/^[\w .:+/-]{0,64}$/));
/** Schema of the jid, or its local part, of the user concerned: an id, no name. */
const target = pipe(string(), regex(/^[\w.@-]{0,128}$/));
const some = pipe(number(), finite());
const seconds = pipe(number(), minValue(0), maxValue(DURATION_MAX_SECONDS));

type Properties = Readonly<Record<string, GenericSchema>>;
type Row<P extends Properties> = {
  readonly properties: P;
  /** A tag event, marked for the collector (product 7.8). */
  readonly tag?: true;
};
type GoodProperties<P extends Properties> = {
  readonly [K in keyof P]: K extends `#${infer Preset}`
    ? Named<Preset> extends never
      ? never
      : P[K]
    : K extends Named<K & string>
      ? P[K]
      : never;
};
/** Creates the row of an event; an invalid name of a property does not compile. */
const row = <const P extends Properties>(
  properties: P & GoodProperties<P>,
  more: Omit<Row<P>, 'properties'> = {},
): Row<P> => ({
  properties,
  ...more,
});
/** Returns the rows unchanged; an invalid name of an event does not compile. */
const table = <T extends Readonly<Record<string, Row<Properties>>>>(
  rows: T & { readonly [K in keyof T]: K extends Named<K & string> ? T[K] : never },
): T => rows;

const tag = { tag: true } as const;
/** Schema of the pattern of the shown route, which page events state; all later events get it too, until the next one that states it. */
const routePattern = pipe(string(), regex(/^[\w/:?*-]{0,64}$/));
const screen = { screen: word, '#url_path': optional(routePattern) };
/** Schemas of the context and result of a purchase (product 7.8). */
const billing = {
  sku: optional(word),
  country: optional(word),
  price: optional(some),
  source: optional(word),
  root: optional(word),
  story_id: optional(word),
  step: optional(word),
  target_jid: optional(target),
  order_id: optional(word),
  my_coins: optional(some),
  payment_channel: optional(word),
};
const message = { type: some, reply: boolean() };

/** All analytics events with the schemas of their properties. Devices drop, and the collector refuses, any other event or property. */
export const EVENTS = table({
  ta_page_show: row(screen),
  ta_page_hide: row({ ...screen, '#duration': seconds }),
  ta_pageview: row(screen),
  call_attempt: row(
    {
      anchor_id: some,
      call_type: word,
      first_call: boolean(),
      paid_user_free_call: boolean(),
      source: word,
      root: word,
    },
    tag,
  ),
  message_sent: row(message, tag),
  message_received: row(message, tag),
  store_open: row(billing),
  order_create: row(billing),
  order_result: row({ ...billing, kind: word }),
  login: row({ way: word }),
  login_fail: row({ way: word, reason: word }),
  logout: row({}),
  call_end: row({ kind: word, reason: word, '#duration': seconds }),
  match_begin: row({}),
  match_end: row({ reason: word }),
  gift_send: row({ kind: word, price: some }),
  check_in: row({}),
  install: row({ way: word }),
  push_permission: row({ reason: word }),
  notice_open: row({ kind: word }),
  attribution: row({ kind: word, reason: word }),
  error: row({ kind: word, code: word }),
  fingerprint_ping: row({
    build: some,
    os: word,
    browser: word,
    major: some,
    standalone: boolean(),
    core: word,
  }),
});

/** Name of an analytics event, a key of `EVENTS`. */
export type EventName = keyof typeof EVENTS;
type Schema<N extends EventName> = (typeof EVENTS)[N]['properties'];
type RequiredKeys<P> = { [K in keyof P]: undefined extends InferInput<P[K] & GenericSchema> ? never : K }[keyof P];
type Values<P> = { readonly [K in RequiredKeys<P>]: InferInput<P[K] & GenericSchema> } & {
  readonly [K in Exclude<keyof P, RequiredKeys<P>>]?: InferInput<P[K] & GenericSchema>;
};
/** Properties that a caller of `track` passes with the event `N`. */
export type EventProperties<N extends EventName> = Values<Schema<N>>;
/** Function that records an analytics event; does nothing without consent. */
export type Track = <N extends EventName>(name: N, properties: EventProperties<N>) => void;

/** Returns whether a text names an event of `EVENTS`. Safe for untrusted names such as `constructor`. */
export const isEventName = (name: string): name is EventName => Object.hasOwn(EVENTS, name);
/** Returns whether an event is marked as a tag event (product 7.8). */
export const isTagged = (name: EventName): boolean => 'tag' in EVENTS[name];
/**
 * Returns the strict schema of an event's properties, on the device before storage and on the collector. `preset`: schemas of the
 * properties of every event, which only the wire format has.
 */
export const propertiesOf = (name: EventName, preset: Properties = {}) =>
  strictObject({ ...EVENTS[name].properties, ...preset });
