const MINUTES_OF_HOUR = 60;

const two = (number: number): string => String(number).padStart(2, '0');

/** The value of a time field for a minute of the day. */
export const timeOf = (minute: number): string =>
  `${two(Math.floor(minute / MINUTES_OF_HOUR))}:${two(minute % MINUTES_OF_HOUR)}`;

/** The minute of the day in a time field; undefined while it is not filled in. */
export function minuteOf(time: string): number | undefined {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)/.exec(time) ?? [];
  return hours === undefined ? undefined : Number(hours) * MINUTES_OF_HOUR + Number(minutes);
}
