const two = (value: number) => String(value).padStart(2, '0');

/** Converts minutes since midnight to the value of a time input: 65 is "01:05". */
export const timeOfMinute = (minute: number): string => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;

/** Converts the value of a time input to minutes since midnight; undefined while the input is incomplete. */
export function minuteOfTime(time: string): number | undefined {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)/.exec(time) ?? [];
  return hours === undefined || minutes === undefined ? undefined : Number(hours) * 60 + Number(minutes);
}
