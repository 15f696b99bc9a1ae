import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../../contract/durations.ts';
import { DAY_MINUTES, type WeeklyHours } from '../../../contract/hosting/hours.ts';
import { loadSiteSettings } from '../../../server/domains/account/site/settings.ts';
import { reinstateHost, suspendHost } from '../../../server/domains/hosting/application.ts';
import { readHosting } from '../../../server/domains/hosting/hosting.ts';
import { setWeeklyHours } from '../../../server/domains/hosting/settings.ts';
import { readOpenHours } from '../../../server/domains/people/open-hours.ts';
import { type CallServer, NOON, startCalls } from '../../harness/calls/calls.ts';

let at: CallServer;
beforeAll(async () => {
  at = await startCalls(inject('postgresUrl'));
});
afterAll(() => at?.close());

type Day = WeeklyHours['days'][number];
const minute = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
const hours = (from: string, to: string): Day => ({ from: minute(from), to: minute(to) });
const everyDay = (zone: string, day: Day): WeeklyHours => ({ zone, days: Array.from({ length: 7 }, () => day) });
const onSunday = (zone: string, day: Day): WeeklyHours => ({ zone, days: [null, null, null, null, null, null, day] });
const iso = (of: Date | null) => of?.toISOString().replace(':00.000Z', 'Z');

/** The present or the next hours at a moment, by the database. */
async function openHours(weekly: WeeklyHours, moment: string) {
  const { rows } = await at.pool.query(
    'select lower(range) as opens, upper(range) as closes from open_hours($1, $2) as range',
    [weekly, moment],
  );
  return [iso(rows[0].opens), iso(rows[0].closes)];
}

describe('weekly hours across a change of daylight saving time', () => {
  const CASES: readonly (readonly [string, string, string, string, string, string])[] = [
    ['Europe/Berlin', '01:00', '04:00', '2026-03-28T12:00Z', '2026-03-29T00:00Z', '2026-03-29T02:00Z'],
    ['Europe/Berlin', '01:00', '04:00', '2026-10-24T12:00Z', '2026-10-24T23:00Z', '2026-10-25T03:00Z'],
    ['America/New_York', '18:00', '23:00', '2026-03-01T23:30Z', '2026-03-01T23:00Z', '2026-03-02T04:00Z'],
    ['America/New_York', '18:00', '23:00', '2026-03-07T12:00Z', '2026-03-08T22:00Z', '2026-03-09T03:00Z'],
    ['Australia/Lord_Howe', '01:00', '03:00', '2026-04-04T12:00Z', '2026-04-04T14:00Z', '2026-04-04T16:30Z'],
    ['Pacific/Auckland', '01:00', '04:00', '2026-09-26T12:00Z', '2026-09-26T13:00Z', '2026-09-26T15:00Z'],
    ['America/Santiago', '00:00', '02:00', '2026-09-05T12:00Z', '2026-09-06T04:00Z', '2026-09-06T05:00Z'],
    ['Asia/Kolkata', '18:00', '23:00', '2026-03-28T12:00Z', '2026-03-29T12:30Z', '2026-03-29T17:30Z'],
  ];
  test.each(CASES)('of %s from %s to %s after %s are from %s to %s', async (zone, from, to, moment, opens, closes) => {
    expect(await openHours(onSunday(zone, hours(from, to)), moment)).toEqual([opens, closes]);
  });

  test('are skipped when they are within the skipped hour and would end before they begin', async () => {
    const weekly = onSunday('Europe/Berlin', hours('02:30', '03:00'));
    expect(await openHours(weekly, '2026-03-28T12:00Z')).toEqual(['2026-04-05T00:30Z', '2026-04-05T01:00Z']);
  });

  test('are those of the clock on the wall in each half hour', async () => {
    const changes = ['2026-03-08', '2026-03-29', '2026-04-05', '2026-09-06', '2026-09-27', '2026-10-04', '2026-10-25'];
    const moments = changes.flatMap((day) =>
      Array.from({ length: 48 }, (_, turn) => Date.parse(day) - DAY_MS / 2 + turn * 30 * MINUTE_MS),
    );
    for (const zone of new Set(CASES.map(([zone]) => zone))) {
      for (const day of [hours('04:30', '22:30'), hours('22:15', '04:15')]) {
        const { rows } = await at.pool.query(
          `select open_hours($1, moment) @> moment as open from unnest($2::timestamptz[]) with ordinality as list (moment, n) order by n`,
          [everyDay(zone, day), moments.map((moment) => new Date(moment).toISOString())],
        );
        const clock = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' });
        const { from, to } = day ?? { from: 0, to: 0 };
        const onWall = moments.map((moment) => {
          const now = minute(clock.format(moment));
          return from < to ? now >= from && now < to : now >= from || now < to;
        });
        expect(rows.map(({ open }) => open)).toEqual(onWall);
      }
    }
  });
});

/** Hours in UTC that begin and end some minutes from now, on every day. */
function around(fromMinutes: number, toMinutes: number): WeeklyHours {
  const now = Math.floor((Date.now() % DAY_MS) / MINUTE_MS);
  const of = (offset: number) => (now + offset + DAY_MINUTES) % DAY_MINUTES;
  return everyDay('UTC', { from: of(fromMinutes), to: of(toMinutes) });
}

describe('a host with weekly hours', () => {
  test('is not called outside of them, and is within them and without them', async () => {
    const { user, host } = await at.pair(500);
    await setWeeklyHours(at.db, host, around(120, 180));
    expect((await at.request(user, host, NOON)).refusal).toBe('not-taking');
    expect((await readOpenHours(at.db, host))?.opensAt).toBeGreaterThan(Date.now());
    await setWeeklyHours(at.db, host, around(-60, 60));
    expect((await at.request(user, host, NOON)).refusal).toBeUndefined();
    expect((await readOpenHours(at.db, host))?.opensAt).toBeLessThan(Date.now());
    const other = await at.pair(500);
    await setWeeklyHours(at.db, other.host, around(120, 180));
    await setWeeklyHours(at.db, other.host, null);
    expect((await at.request(other.user, other.host, NOON)).refusal).toBeUndefined();
    expect(await readOpenHours(at.db, other.host)).toBeNull();
  });

  test('has the same hours after a suspension', async () => {
    const { host } = await at.pair(500);
    const weekly = onSunday('Asia/Kolkata', hours('18:00', '02:00'));
    await setWeeklyHours(at.db, host, weekly);
    await at.db.transaction((tx) => suspendHost(tx, host, { by: 'operator', reason: 'test' }));
    await at.db.transaction((tx) => reinstateHost(tx, host, 'operator'));
    const { host: state } = await readHosting(at.db, host, await loadSiteSettings(at.db), false);
    expect(state?.weeklyHours).toEqual(weekly);
    expect(state?.openHours?.closesAt).toBe((state?.openHours?.opensAt ?? 0) + 8 * 60 * MINUTE_MS);
  });

  test('keeps the former hours when the time zone is unknown, and other users have none', async () => {
    const { user, host } = await at.pair(500);
    const refused = await setWeeklyHours(at.db, host, onSunday('Mars/Olympus', hours('18:00', '23:00')));
    expect(refused).toMatchObject({ ok: false, error: { code: 'bad-request' } });
    expect(await readOpenHours(at.db, host)).toBeNull();
    expect(await setWeeklyHours(at.db, user, null)).toMatchObject({ ok: false, error: { code: 'forbidden' } });
  });
});
