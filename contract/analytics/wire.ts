import {
  array,
  boolean,
  type InferOutput,
  integer,
  literal,
  maxLength,
  maxValue,
  minLength,
  minValue,
  number,
  object,
  optional,
  picklist,
  pipe,
  record,
  regex,
  strictObject,
  string,
  union,
  unknown,
} from 'valibot';
import { externalId, INVALID_ID } from '../external-id.ts';
import { MEASURE_ID_MAX_CHARS, REFERRER_MAX_CHARS, SENT_AT_ONCE_MAX } from './rules.ts';

/**
 * Path of the collector to which devices post batches of events. The protocol is that of ThinkingData's public web library, so that an
 * existing collector can replace this one.
 */
export const SYNC_PATH = '/sync_js';
/**
 * Path of the collector to which test and development builds post single events: it validates one and reports errors, and stores it unless
 * `dryRun` is 1.
 */
export const DEBUG_PATH = '/data_debug';
/** Content type of requests to the collector; with it browsers send no CORS preflight. */
export const FORM_TYPE = 'application/x-www-form-urlencoded';

/** Schema of an id in analytics: the random id of a device or of its user, or the id of the project (`#app_id`). */
export const measureId = pipe(externalId, maxLength(MEASURE_ID_MAX_CHARS, INVALID_ID));
const shortText = pipe(string(), maxLength(64));
const pixels = pipe(number(), integer(), minValue(0), maxValue(100_000));

/**
 * Schemas of the properties that the device adds to every event. The user agent is not among them: but for the random `#device_id`, devices
 * of one kind are alike.
 */
export const presets = {
  '#device_id': measureId,
  '#zone_offset': pipe(number(), minValue(-14), maxValue(14)),
  '#os': picklist(['android', 'ios', 'windows', 'mac', 'linux', 'other']),
  '#lib': literal('js'),
  '#lib_version': shortText,
  '#screen_width': pixels,
  '#screen_height': pixels,
  '#browser': picklist(['chrome', 'safari', 'firefox', 'edge', 'samsung', 'opera', 'other']),
  '#browser_version': pipe(string(), regex(/^\d{0,5}$/)),
  '#system_language': pipe(string(), maxLength(35), regex(/^[\w-]*$/)),
  /** The pattern of the route, which contains no ids. */
  '#url_path': pipe(string(), maxLength(64), regex(/^[\w/:?*-]*$/)),
  '#referrer': pipe(string(), maxLength(REFERRER_MAX_CHARS)),
} as const;
const presetObject = object(presets);
/** Values of the properties that the device adds to every event. */
export type Presets = InferOutput<typeof presetObject>;

/** Schema of one event on the wire. The collector then validates its properties against `EVENTS`. */
export const item = strictObject({
  '#type': literal('track'),
  /** Time of the event by the device's clock, in the device's zone (`#zone_offset`). */
  '#time': pipe(string(), regex(/^\d{4}-[01]\d-[0-3]\d [0-2]\d:[0-5]\d:[0-5]\d\.\d{3}$/)),
  '#distinct_id': measureId,
  '#account_id': optional(pipe(string(), regex(/^[1-9]\d{0,14}$/))),
  '#event_name': pipe(string(), maxLength(50)),
  '#uuid': pipe(externalId, regex(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/, INVALID_ID)),
  properties: record(string(), union([string(), number(), boolean()])),
});
/** One analytics event on the wire, as the device queues and sends it. */
export type EventItem = InferOutput<typeof item>;

/** Schema of the decoded `data` field of a request to `SYNC_PATH`: a batch of events, which the collector then validates one by one. */
export const syncBody = strictObject({
  data: pipe(array(unknown()), minLength(1), maxLength(SENT_AT_ONCE_MAX)),
  '#app_id': measureId,
  '#flush_time': pipe(number(), integer()),
});

/** Returns the checksum of a batch that the device sends in `ext` and the collector compares: Java's `String.hashCode`, 32 bits. */
export function checksum(text: string): number {
  let sum = 0;
  for (let at = 0; at < text.length; at += 1) sum = (Math.imul(sum, 31) + text.charCodeAt(at)) | 0;
  return sum;
}
