/** Places all around the earth: at any moment it is evening in some of them. */
const PLACES = [
  { region: 'NZ', zone: 'Pacific/Auckland' },
  { region: 'AU', zone: 'Australia/Sydney' },
  { region: 'JP', zone: 'Asia/Tokyo' },
  { region: 'PH', zone: 'Asia/Manila' },
  { region: 'ID', zone: 'Asia/Jakarta' },
  { region: 'BD', zone: 'Asia/Dhaka' },
  { region: 'IN', zone: 'Asia/Kolkata' },
  { region: 'PK', zone: 'Asia/Karachi' },
  { region: 'AE', zone: 'Asia/Dubai' },
  { region: 'TR', zone: 'Europe/Istanbul' },
  { region: 'EG', zone: 'Africa/Cairo' },
  { region: 'ES', zone: 'Europe/Madrid' },
  { region: 'GB', zone: 'Europe/London' },
  { region: 'CV', zone: 'Atlantic/Cape_Verde' },
  { region: 'BR', zone: 'America/Sao_Paulo' },
  { region: 'CL', zone: 'America/Santiago' },
  { region: 'CO', zone: 'America/Bogota' },
  { region: 'MX', zone: 'America/Mexico_City' },
  { region: 'US', zone: 'America/Los_Angeles' },
  { region: 'PF', zone: 'Pacific/Tahiti' },
] as const;

const EVENING_MINUTE = 20 * 60 + 30;
const DAY_MINUTES = 24 * 60;

function minuteOfDay(zone: string, now: number): number {
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' }).format(now);
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return hours * 60 + minutes;
}

function fromEvening(zone: string, now: number): number {
  const apart = Math.abs(minuteOfDay(zone, now) - EVENING_MINUTE);
  return Math.min(apart, DAY_MINUTES - apart);
}

export type PlaceTime = { readonly region: string; readonly name: string; readonly time: string };

/** Where it is evening, or nearest to it, with names and times as the reader's language writes them. */
export function eveningPlaces(locale: string, now: number, count: number): PlaceTime[] {
  const names = new Intl.DisplayNames(locale, { type: 'region' });
  return PLACES.map((place) => ({ ...place, apart: fromEvening(place.zone, now) }))
    .sort((a, b) => a.apart - b.apart)
    .slice(0, count)
    .map(({ region, zone }) => ({
      region,
      name: names.of(region) ?? region,
      time: new Intl.DateTimeFormat(locale, { timeZone: zone, hour: 'numeric', minute: '2-digit' }).format(now),
    }));
}
