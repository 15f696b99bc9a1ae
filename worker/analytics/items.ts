import { safeParse } from 'valibot';
import { type EventName, isEventName, propertiesOf } from '#contract/analytics/events.ts';
import { DURATION_MAX_SECONDS } from '#contract/analytics/rules.ts';
import type { EventItem, Presets } from '#contract/analytics/wire.ts';

type RawProperties = Readonly<Record<string, string | number | boolean>>;

/** Context of an event, added when it is recorded: who, when, and preset properties. */
export type EventContext = {
  readonly distinctId: string;
  /** The signed-in account; undefined without one. */
  readonly uid: number | undefined;
  readonly uuid: string;
  /** The device clock, ms, and its offset ahead of UTC, minutes. */
  readonly now: number;
  readonly aheadMinutes: number;
  readonly presets: Presets;
};

/** Formats the local time as the collector expects it: `2026-01-31 23:59:59.999`. */
export const timeOf = (now: number, aheadMinutes: number): string =>
  new Date(now + aheadMinutes * 60_000).toISOString().replace('T', ' ').replace('Z', '');

const short = (given: RawProperties): RawProperties => {
  const duration = given['#duration'];
  return typeof duration === 'number' ? { ...given, '#duration': Math.min(duration, DURATION_MAX_SECONDS) } : given;
};

/** Returns the event in the wire format; undefined for an unknown event or properties that do not match its schema. */
export function itemOf(name: string, given: RawProperties, context: EventContext): EventItem | undefined {
  if (!isEventName(name)) return undefined;
  const read = safeParse(propertiesOf(name satisfies EventName), short(given));
  if (!read.success) return undefined;
  return {
    '#type': 'track',
    '#time': timeOf(context.now, context.aheadMinutes),
    '#distinct_id': context.distinctId,
    ...(context.uid === undefined ? {} : { '#account_id': String(context.uid) }),
    '#event_name': name,
    '#uuid': context.uuid,
    properties: { ...context.presets, ...(read.output as RawProperties) },
  };
}
