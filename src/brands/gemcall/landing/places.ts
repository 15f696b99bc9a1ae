import { MINUTE_MS } from '#contract/durations.ts';

/**
 * Places in all time zones for the landing page, so that it is evening in some of them at any time. `east`: standard time ahead
 * of UTC, minutes.
 */
export const PLACES = [
  { region: 'NZ', zone: 'Pacific/Auckland', east: 720 },
  { region: 'AU', zone: 'Australia/Sydney', east: 600 },
  { region: 'JP', zone: 'Asia/Tokyo', east: 540 },
  { region: 'PH', zone: 'Asia/Manila', east: 480 },
  { region: 'ID', zone: 'Asia/Jakarta', east: 420 },
  { region: 'BD', zone: 'Asia/Dhaka', east: 360 },
  { region: 'IN', zone: 'Asia/Kolkata', east: 330 },
  { region: 'PK', zone: 'Asia/Karachi', east: 300 },
  { region: 'AE', zone: 'Asia/Dubai', east: 240 },
  { region: 'TR', zone: 'Europe/Istanbul', east: 180 },
  { region: 'EG', zone: 'Africa/Cairo', east: 120 },
  { region: 'ES', zone: 'Europe/Madrid', east: 60 },
  { region: 'GB', zone: 'Europe/London', east: 0 },
  { region: 'CV', zone: 'Atlantic/Cape_Verde', east: -60 },
  { region: 'BR', zone: 'America/Sao_Paulo', east: -180 },
  { region: 'CL', zone: 'America/Santiago', east: -240 },
  { region: 'CO', zone: 'America/Bogota', east: -300 },
  { region: 'MX', zone: 'America/Mexico_City', east: -360 },
  { region: 'US', zone: 'America/Los_Angeles', east: -480 },
  { region: 'PF', zone: 'Pacific/Tahiti', east: -600 },
] as const;

const EVENING_MINUTE = 20 * 60 + 30;
const DAY_MINUTES = 24 * 60;

/**
 * Returns how far the local time of a place is from evening, minutes. Uses standard time: a formatter for each zone
 * would take a phone 0.2 s.
 */
function fromEvening(east: number, now: number): number {
  const minute = (Math.floor(now / MINUTE_MS) + east) % DAY_MINUTES;
  const apart = Math.abs(minute - EVENING_MINUTE);
  return Math.min(apart, DAY_MINUTES - apart);
}

/** A place on the landing page: its name and local time, formatted in the language of the page. `region`: ISO 3166 code. */
export type PlaceTime = { readonly region: string; readonly name: string; readonly time: string };

/** Returns the `count` places of `PLACES` where it is closest to evening, half past eight, with names and times formatted for `locale`. */
export function eveningPlaces(locale: string, now: number, count: number): PlaceTime[] {
  const names = new Intl.DisplayNames(locale, { type: 'region' });
  return PLACES.map((place) => ({ ...place, apart: fromEvening(place.east, now) }))
    .sort((a, b) => a.apart - b.apart)
    .slice(0, count)
    .map(({ region, zone }) => ({
      region,
      name: names.of(region) ?? region,
      time: new Intl.DateTimeFormat(locale, { timeZone: zone, hour: 'numeric', minute: '2-digit' }).format(now),
    }));
}
