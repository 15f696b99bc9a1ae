import * as v from 'valibot';
import { isEventName, isTagged, propertiesOf } from '../../../contract/analytics/events.ts';
import { EVENT_NAME } from '../../../contract/analytics/names.ts';
import { CLOCK_AHEAD_MAX_MS, EVENTS_KEPT_DAYS } from '../../../contract/analytics/rules.ts';
import { checksum, type EventItem, item, measureId, presets, syncBody } from '../../../contract/analytics/wire.ts';
import { DAY_MS, HOUR_MS } from '../../../contract/durations.ts';
import { fail, ok, type Result } from '../../../contract/result.ts';
import type { Queries } from '../../platform/database/connect.ts';
import { parseJson } from '../../platform/http/json.ts';
import { measureEvent } from './tables.ts';

const BASE64 = /^[A-Za-z\d+/]+={0,2}$/;
const CHECKED = /^crc=(-?\d{1,10})$/;

/** An analytics event to insert into `measure_event`. */
export type NewEvent = typeof measureEvent.$inferInsert;
type Read<T> = Result<T, { readonly detail: string }>;
const refuse = (detail: string) => fail({ detail });

/** The value of a form field that occurs exactly once; otherwise ''. */
function fieldOf(form: URLSearchParams, name: string): string {
  const [value, ...more] = form.getAll(name);
  return value === undefined || more.length > 0 ? '' : value;
}

function decode(base64: string): Read<unknown> {
  if (!BASE64.test(base64)) return refuse('data: must be base64');
  const bytes = Buffer.from(base64, 'base64');
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return refuse('data: must be UTF-8');
  }
  const parsed = parseJson(text);
  return parsed.ok ? parsed : refuse('data: is no valid JSON');
}

/** Time of an event by the device's clock and zone. Implausible times are replaced by `now`; offline devices report late. */
function momentOf(time: string, zone: number, now: number): Date {
  const reportedAt = Date.parse(`${time.replace(' ', 'T')}Z`) - zone * HOUR_MS;
  const isPossible = reportedAt <= now + CLOCK_AHEAD_MAX_MS && reportedAt >= now - EVENTS_KEPT_DAYS * DAY_MS;
  return new Date(isPossible ? reportedAt : now);
}

function rowOf(reported: EventItem, appId: string, now: number): Read<NewEvent> {
  const name = reported['#event_name'];
  if (!EVENT_NAME.test(name) || !isEventName(name)) return refuse('#event_name: is unknown');
  const said = v.safeParse(propertiesOf(name, presets), reported.properties);
  if (!said.success) return refuse(`properties: ${v.getDotPath(said.issues[0]) ?? 'bad'}`);
  const { '#device_id': deviceId, '#zone_offset': zone } = said.output as {
    '#device_id': string;
    '#zone_offset': number;
  };
  return ok({
    uuid: reported['#uuid'],
    appId,
    name,
    type: reported['#type'],
    distinctId: reported['#distinct_id'],
    deviceId,
    zone,
    accountUid: reported['#account_id'] === undefined ? null : Number(reported['#account_id']),
    at: momentOf(reported['#time'], zone, now),
    tag: isTagged(name),
    properties: reported.properties,
  });
}

function readItem(value: unknown, appId: string, now: number): Read<NewEvent> {
  const parsed = v.safeParse(item, value);
  return parsed.success ? rowOf(parsed.output, appId, now) : refuse(`item: ${v.getDotPath(parsed.issues[0]) ?? 'bad'}`);
}

/**
 * Parses a request to `SYNC_PATH`: a batch of events of one device. One invalid event fails the whole batch; the device then retries
 * with halves.
 */
export function readBatch(form: URLSearchParams, now: number): Read<readonly NewEvent[]> {
  const data = fieldOf(form, 'data');
  if (CHECKED.exec(fieldOf(form, 'ext'))?.[1] !== String(checksum(data))) return refuse('ext: does not match');
  const decoded = decode(data);
  if (!decoded.ok) return decoded;
  const body = v.safeParse(syncBody, decoded.value);
  if (!body.success) return refuse(`data: ${v.getDotPath(body.issues[0]) ?? 'bad'}`);
  const rows: NewEvent[] = [];
  for (const value of body.output.data) {
    const read = readItem(value, body.output['#app_id'], now);
    if (!read.ok) return read;
    rows.push(read.value);
  }
  return ok(rows);
}

/** Parses a request to `DEBUG_PATH`: one event, whose error is returned to the device. */
export function readOne(form: URLSearchParams, now: number): Read<NewEvent> {
  const appId = v.safeParse(measureId, fieldOf(form, 'appid'));
  if (!appId.success || fieldOf(form, 'source') !== 'client') return refuse('appid, source: bad');
  const decoded = decode(fieldOf(form, 'data'));
  return decoded.ok ? readItem(decoded.value, appId.output, now) : decoded;
}

/** Stores analytics events; one with a known uuid was sent before and is ignored. */
export async function insertEvents(db: Queries, rows: readonly NewEvent[]): Promise<void> {
  if (rows.length > 0)
    await db
      .insert(measureEvent)
      .values([...rows])
      .onConflictDoNothing();
}
