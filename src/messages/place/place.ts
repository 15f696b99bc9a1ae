import { PLACE_ACCURACY_MIN_M, PLACE_NAME_MAX_CHARS } from '#contract/chat/kind-rules.ts';

/** A location: degrees, and accuracy in metres. */
export type GeoLocation = { readonly lat: number; readonly lon: number; readonly acc: number };

/** Rounds to 0.01°, about 1 km, before the value leaves the page. `|| 0` turns -0 into 0. */
const rounded = (degrees: number) => Math.round(degrees * 100) / 100 || 0;

/** Coarsens a location before it is shown and sent: coordinates to 0.01°, accuracy to at least `PLACE_ACCURACY_MIN_M`. */
export const coarsenedLocation = ({ lat, lon, acc }: GeoLocation): GeoLocation => ({
  lat: rounded(lat),
  lon: rounded(lon),
  acc: Math.max(PLACE_ACCURACY_MIN_M, Math.round(acc)),
});

/**
 * Returns the city in the name of an IANA time zone, as the initial name of a shared location; empty if the name contains no city, or a
 * longer one than a location may have.
 */
export function cityOf(timeZone: string): string {
  const [area = '', ...rest] = timeZone.split('/');
  const city = rest.at(-1) ?? '';
  if (area === 'Etc' || city === '') return '';
  return city.length > PLACE_NAME_MAX_CHARS ? '' : city.replaceAll('_', ' ');
}

/** Returns the `geo:` URI (RFC 5870) of a location; its link opens the map app of the device. */
export const geoAddress = ({ lat, lon, acc }: GeoLocation): string => `geo:${lat},${lon};u=${acc}`;

/** Geolocation timeout, and the age up to which a cached position is accepted; ms. */
const [LOOK_MS, AGE_MS] = [15_000, 600_000];

/**
 * Asks the browser for the device's location when the user shares it. Resolves to the coarsened location, or to why there is none. Without
 * high accuracy, as the result is rounded to about 1 km.
 */
export const findLocation = (): Promise<GeoLocation | 'denied' | 'failed'> =>
  new Promise((resolve) => {
    if (!('geolocation' in navigator)) return resolve('failed');
    navigator.geolocation.getCurrentPosition(
      ({ coords }) =>
        resolve(
          coarsenedLocation({
            lat: coords.latitude,
            lon: coords.longitude,
            acc: Math.min(coords.accuracy, 40_000_000),
          }),
        ),
      (error) => resolve(error.code === error.PERMISSION_DENIED ? 'denied' : 'failed'),
      { enableHighAccuracy: false, timeout: LOOK_MS, maximumAge: AGE_MS },
    );
  });
