import { sql } from 'drizzle-orm';
import { MINUTE_MS } from '../../../contract/durations.ts';
import type { Database, Transaction } from '../../platform/database/connect.ts';
import type { Job } from '../../platform/jobs/jobs.ts';
import { addNotices } from '../notices/telling/add.ts';
import { isZone } from '../push/decide.ts';
import { enqueuePushes } from '../push/queue/enqueue.ts';
import { pushToken } from '../push/queue/tables.ts';
import { coinsOfStep, stepOf } from './check-in.ts';
import { dayOf } from './days.ts';
import { checkInReminder, rewardClaim } from './tables.ts';

const LOOK_EVERY_MS = 5 * MINUTE_MS;
/** Local hour of the device from which the check-in reminder is sent. */
const REMIND_AT_HOUR = 18;
const AT_ONCE = 1_000;

/** The local date and hour in a time zone. An unknown zone counts as UTC. */
function localTime(zone: string, now: number): { readonly day: string; readonly hour: number } {
  const format = (timeZone: string) =>
    new Intl.DateTimeFormat('en-CA', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      hourCycle: 'h23',
    }).formatToParts(now);
  const parts = format(isZone(zone) ? zone : 'UTC');
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  return { day: `${of('year')}-${of('month')}-${of('day')}`, hour: Number(of('hour')) };
}

/**
 * Accounts with the reminder on and at least one push subscription, each with the time zone of the device that renewed its subscription
 * last, as for quiet hours.
 */
const WISHING = sql`(
  select distinct on (device.uid) device.uid, device.zone from ${checkInReminder} wish
  join ${pushToken} device on device.uid = wish.uid where wish.is_on
  order by device.uid, device.refreshed_at desc) wishing`;

/** Sends the evening reminder that today's check-in is open, as a push and as a notification in the app. */
async function remindOfCheckIn(db: Database, now: number): Promise<void> {
  const { rows: zones } = await db.execute<{ zone: string }>(sql`select distinct zone from ${WISHING}`);
  for (const { zone } of zones) {
    const local = localTime(zone, now);
    if (local.hour < REMIND_AT_HOUR) continue;
    let after: number | undefined = 0;
    while (after !== undefined) {
      const from: number = after;
      after = await db.transaction((tx) => remindSome(tx, { zone, from, now, day: local.day }));
    }
  }
}

type Some = { readonly zone: string; readonly from: number; readonly day: string; readonly now: number };

/**
 * Reminds a batch of users in one time zone; returns the last uid if there may be more, otherwise undefined. The push is sent only to
 * users for whom the day's notification was created, so that repeated and concurrent runs send it once.
 */
async function remindSome(tx: Transaction, { zone, from, day, now }: Some): Promise<number | undefined> {
  const today = dayOf(now);
  const { rows } = await tx.execute<{ uid: string; day: number | null; step: number | null }>(sql`
    select wishing.uid, last.day, last.step from ${WISHING} left join lateral (
      select claim.day, claim.step from ${rewardClaim} claim where claim.task = 'check_in' and claim.owner = 'uid:' || wishing.uid
      order by claim.day desc limit 1) last on true
    where wishing.zone = ${zone} and wishing.uid > ${from} and last.day is distinct from ${today}
    order by wishing.uid limit ${AT_ONCE}`);
  const id = `checkIn.${day}`;
  const notified = await addNotices(
    tx,
    rows.map(({ uid, day: lastDay, step }) => {
      const last = lastDay === null || step === null ? undefined : { day: lastDay, step };
      const values = { amount: String(coinsOfStep(stepOf(last, today))) };
      return { uid: Number(uid), key: id, about: null, content: { template: 'task' as const, values } };
    }),
  );
  await enqueuePushes(
    tx,
    notified.map((uid) => ({ uid, kind: 'checkIn', id, at: now, about: {} })),
  );
  return rows.length < AT_ONCE ? undefined : Number(rows.at(-1)?.uid);
}

/**
 * Creates the job that reminds users from 18:00 local time on that today's check-in is open, with a push and a notification in the app:
 * once a day, if they want it, registered a device for pushes, and have not checked in.
 */
export const checkInReminders = (db: Database, now: () => number = Date.now): Job => ({
  name: 'check-in reminders',
  everyMs: LOOK_EVERY_MS,
  run: () => remindOfCheckIn(db, now()),
});
