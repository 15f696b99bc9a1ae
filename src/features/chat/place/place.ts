import { PLACE_ACCURACY_MIN_M, PLACE_NAME_MAX_CHARS } from '#contract/chat/kind-rules.ts';

export type Place = { readonly lat: number; readonly lon: number; readonly acc: number };

/** To 0.01 degree, some 1 km, before it leaves the page; never -0. */
const rounded = (degrees: number) => Math.round(degrees * 100) / 100 || 0;

export const roundedPlace = ({ lat, lon, acc }: Place): Place => ({
  lat: rounded(lat),
  lon: rounded(lon),
  acc: Math.max(PLACE_ACCURACY_MIN_M, Math.round(acc)),
});

/** The city that a time zone is named after, as a first name of the place; empty where it is named after none. */
export function cityOf(timeZone: string): string {
  const [area = '', ...rest] = timeZone.split('/');
  const city = rest.at(-1) ?? '';
  if (area === 'Etc' || city === '') return '';
  return city.replaceAll('_', ' ').slice(0, PLACE_NAME_MAX_CHARS);
}

/** The address by which a phone opens its own map. */
export const geoAddress = ({ lat, lon, acc }: Place): string => `geo:${lat},${lon};u=${acc}`;

/** How long a device may look for itself, ms; a place of this age is good enough. */
const [LOOK_MS, AGE_MS] = [15_000, 600_000];

/** Asks the device where it is, within a kilometre: nobody needs it closer. */
export const findPlace = (): Promise<Place | 'denied' | 'failed'> =>
  new Promise((resolve) => {
    if (!('geolocation' in navigator)) return resolve('failed');
    navigator.geolocation.getCurrentPosition(
      ({ coords }) =>
        resolve(
          roundedPlace({ lat: coords.latitude, lon: coords.longitude, acc: Math.min(coords.accuracy, 40_000_000) }),
        ),
      (error) => resolve(error.code === error.PERMISSION_DENIED ? 'denied' : 'failed'),
      { enableHighAccuracy: false, timeout: LOOK_MS, maximumAge: AGE_MS },
    );
  });
