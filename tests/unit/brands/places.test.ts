import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '../../../contract/durations.ts';
import { eveningPlaces, PLACES } from '../../../src/brands/gemcall/landing/places.ts';

const JANUARY = Date.UTC(2026, 0, 15);
const JULY = Date.UTC(2026, 6, 15);

/** Minutes that the clocks of a zone are ahead of UTC. */
function east(timeZone: string, now: number): number {
  const name = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
    .formatToParts(now)
    .find(({ type }) => type === 'timeZoneName')?.value;
  const [, sign, hours, minutes] = /GMT(?:([+-])(\d\d):(\d\d))?/.exec(name ?? '') ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0));
}

describe('places where it is evening', () => {
  it.each(PLACES)('the standard time of $zone matches the browser', (place) => {
    expect(place.east).toBe(Math.min(east(place.zone, JANUARY), east(place.zone, JULY)));
  });

  it('the first place has evening by its local time at every hour', () => {
    for (const day of [JANUARY, JULY]) {
      for (let hour = 0; hour < 24; hour++) {
        const now = day + hour * HOUR_MS;
        const [first] = eveningPlaces('en-GB', now, 7);
        const [hours = 0] = (first?.time ?? '').split(':').map(Number);
        expect(hours, `${hour}:00 UTC, ${first?.region}`).toBeGreaterThanOrEqual(18);
        expect(hours, `${hour}:00 UTC, ${first?.region}`).toBeLessThanOrEqual(22);
      }
    }
  });

  it("as many names and times are returned as requested, in the reader's language", () => {
    const places = eveningPlaces('de', Date.UTC(2026, 0, 15, 19, 30), 3);
    expect(places).toHaveLength(3);
    expect(places[0]).toEqual({ region: 'ES', name: 'Spanien', time: '20:30' });
  });
});
