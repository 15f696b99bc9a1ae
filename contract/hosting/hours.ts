import {
  array,
  check,
  type InferOutput,
  integer,
  length,
  maxLength,
  maxValue,
  minValue,
  nullable,
  number,
  object,
  pipe,
  regex,
  string,
} from 'valibot';

/** Minutes of a local day. */
export const DAY_MINUTES = 1_440;
/** Longest name of a time zone. */
const TIME_ZONE_MAX_CHARS = 64;

const minute = pipe(number(), integer(), minValue(0), maxValue(DAY_MINUTES - 1));

/**
 * Schema of the weekly hours of a host: the hours of each weekday, Monday first, in minutes since local midnight. Null: no hours on that
 * day. Hours whose `to` is not after `from` end on the next day.
 */
export const weeklyHours = object({
  /** Name of a time zone of the IANA database. */
  zone: pipe(string(), maxLength(TIME_ZONE_MAX_CHARS), regex(/^[A-Za-z][\w+-]*(\/[\w+-]+)*$/, 'must be a time zone')),
  days: pipe(
    array(nullable(object({ from: minute, to: minute }))),
    length(7),
    check((days) => days.some((day) => day !== null), 'must have hours on a day'),
  ),
});
/** Weekly hours of a host in the host's time zone. */
export type WeeklyHours = InferOutput<typeof weeklyHours>;

/** Schema of the present hours of a host, or of the next ones (server clock, ms). */
export const openHours = object({ opensAt: number(), closesAt: number() });
/** The present hours of a host, or the next ones. */
export type OpenHours = InferOutput<typeof openHours>;
