import { sql } from 'drizzle-orm';
import { pushToken } from '../away/telling/tables.ts';
import { tellAway } from '../away/telling/tell.ts';
import type { Database } from '../database/connect.ts';
import type { Job } from '../jobs.ts';
import { dayOf } from './days.ts';
import { checkInReminder, rewardClaim } from './tables.ts';

const LOOK_EVERY_MS = 5 * 60_000;
/** Hour of the device's own day from which the check-in is reminded of. */
const REMIND_AT_HOUR = 18;
const AT_ONCE = 1_000;

/** The day and the hour at a place; undefined for a zone that nobody knows. */
function localTime(zone: string, now: number): { readonly day: string; readonly hour: number } | undefined {
  try {
    const parts = new Intl.DateTimeFormat('en-CA', {
      ...{ timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', hourCycle: 'h23' },
    }).formatToParts(now);
    const of = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
    return { day: `${of('year')}-${of('month')}-${of('day')}`, hour: Number(of('hour')) };
  } catch {
    return undefined;
  }
}

/** Tells in the evening who wished it that their check-in of today waits, once a day: the event has the name of the day. */
async function remindOfCheckIn(db: Database, now: number): Promise<void> {
  const wishing = sql`from ${checkInReminder} wish join ${pushToken} device on device.uid = wish.uid where wish.is_on`;
  const { rows: zones } = await db.execute<{ zone: string }>(sql`select distinct device.zone as zone ${wishing}`);
  for (const { zone } of zones) {
    const local = localTime(zone, now);
    if (local === undefined || local.hour < REMIND_AT_HOUR) continue;
    let after = 0;
    for (;;) {
      const { rows } = await db.execute<{ uid: string }>(sql`
        select distinct device.uid as uid ${wishing} and device.zone = ${zone} and device.uid > ${after}
          and not exists (select from ${rewardClaim} claim where claim.task = 'check_in' and claim.day = ${dayOf(now)}
            and claim.uid = device.uid)
        order by device.uid limit ${AT_ONCE}`);
      const id = `checkIn.${local.day}`;
      await tellAway(
        db,
        rows.map(({ uid }) => ({ uid: Number(uid), kind: 'checkIn', id, at: now, about: {} })),
      );
      if (rows.length < AT_ONCE) break;
      after = Number(rows.at(-1)?.uid);
    }
  }
}

export const checkInReminders = (db: Database): Job => ({
  name: 'check-in reminders',
  everyMs: LOOK_EVERY_MS,
  run: () => remindOfCheckIn(db, Date.now()),
});
