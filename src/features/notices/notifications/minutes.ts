const MINUTES_OF_HOUR = 60;

const two = (number: number): string => String(number).padStart(2, '0');

/** Returns a minute of the day (0 to 1439) as the value of a time input (`HH:MM`), for the quiet hours. */
export const timeOf = (minute: number): string =>
  `${two(Math.floor(minute / MINUTES_OF_HOUR))}:${two(minute % MINUTES_OF_HOUR)}`;

/** Returns the minute of the day of a time input's value; undefined while it is incomplete. */
export function minuteOf(time: string): number | undefined {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)/.exec(time) ?? [];
  return hours === undefined ? undefined : Number(hours) * MINUTES_OF_HOUR + Number(minutes);
}
