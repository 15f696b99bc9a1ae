import { lt, sql } from 'drizzle-orm';
import {
  KNOWN_LOGINS_PER_MINUTE,
  LOGINS_PER_MINUTE,
  RECOVERY_MAILS_PER_HOUR,
  WRONG_PASSWORDS_PER_MINUTE,
} from '../../../contract/account/rules.ts';
import { CALLS_PER_MINUTE, MATCHES_PER_MINUTE } from '../../../contract/calls/rules.ts';
import { ARCHIVE_QUERIES_BURST, ARCHIVE_QUERIES_PER_SECOND } from '../../../contract/chat/rules.ts';
import { HOUR_MS, MINUTE_MS } from '../../../contract/durations.ts';
import { PARTS_PER_MINUTE, UPLOADS_PER_MINUTE } from '../../../contract/media/rules.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/connect.ts';
import type { Job } from '../jobs/jobs.ts';
import type { Logger } from '../log/logger.ts';
import { rateUse } from './tables.ts';

const ARCHIVE_WINDOW_MS = 10_000;
const FORGET_MS = 600_000;

/** Limits over all processes, for what costs money or affects other users. */
const SHARED = {
  'login from': { max: LOGINS_PER_MINUTE, windowMs: MINUTE_MS },
  'known login from': { max: KNOWN_LOGINS_PER_MINUTE, windowMs: MINUTE_MS },
  'login to': { max: LOGINS_PER_MINUTE, windowMs: MINUTE_MS },
  'wrong password': { max: WRONG_PASSWORDS_PER_MINUTE, windowMs: MINUTE_MS },
  'wrong password of known': { max: LOGINS_PER_MINUTE, windowMs: MINUTE_MS },
  'wrong operator': { max: WRONG_PASSWORDS_PER_MINUTE, windowMs: MINUTE_MS },
  'recovery mail': { max: RECOVERY_MAILS_PER_HOUR, windowMs: HOUR_MS },
  call: { max: CALLS_PER_MINUTE, windowMs: MINUTE_MS },
  match: { max: MATCHES_PER_MINUTE, windowMs: MINUTE_MS },
  upload: { max: UPLOADS_PER_MINUTE, windowMs: MINUTE_MS },
  part: { max: PARTS_PER_MINUTE, windowMs: MINUTE_MS },
  archive: {
    max: ARCHIVE_QUERIES_BURST + (ARCHIVE_QUERIES_PER_SECOND * ARCHIVE_WINDOW_MS) / 1_000,
    windowMs: ARCHIVE_WINDOW_MS,
  },
} as const;
/** Name of a rate limit that all processes share: what is counted, as in `login from` an address. */
export type SharedRate = keyof typeof SHARED;

/** Counts one use by `subject` (uid, address or hash) over all processes. Returns how long they must wait, in ms; 0 if they may proceed. */
export type TakeShared = (rate: SharedRate, subject: string | number) => Promise<number>;

/**
 * Creates the limits that all processes share, for what costs money or affects other users (`SHARED`); each use is one statement. Check the
 * process-local bucket first, so that a flood does not reach the database. If the database fails, only the local bucket limits; the
 * request itself then fails anyway.
 */
export function shareRates(db: Pick<Database, 'execute'>, isOn: boolean, clock: Clock, log: Logger): TakeShared {
  if (!isOn) return async () => 0;
  return async (rate, subject) => {
    const { max, windowMs } = SHARED[rate];
    const now = clock.now();
    // A window that ends after two whole ones was stored by a clock that was ahead.
    const isOver = sql`(known.until <= ${now}::bigint or known.until > ${now + 2 * windowMs}::bigint)`;
    try {
      const { rows } = await db.execute<{ used: number; until: string }>(sql`
        insert into rate_use as known (key, used, until) values (${`${rate} ${subject}`}, 1, ${now + windowMs}::bigint)
        on conflict (key) do update set
          used = case when ${isOver} then 1 else known.used + 1 end,
          until = case when ${isOver} then excluded.until else known.until end
        returning used, until`);
      const [found] = rows;
      return found && found.used > max ? Math.max(1, Number(found.until) - now) : 0;
    } catch (error) {
      log.warn({ err: error, what: rate }, 'failed to count a shared rate');
      return 0;
    }
  };
}

/** Undoes one use counted by `TakeShared` that should not count, such as a correct password. */
export type GiveBackShared = (rate: SharedRate, subject: string | number) => Promise<void>;

/** Creates the function that undoes uses counted by `shareRates`. A failure of the database is only logged. */
export function giveBackRates(db: Pick<Database, 'execute'>, isOn: boolean, log: Logger): GiveBackShared {
  if (!isOn) return async () => undefined;
  return async (rate, subject) => {
    try {
      await db.execute(sql`update rate_use set used = greatest(0, used - 1) where key = ${`${rate} ${subject}`}`);
    } catch (error) {
      log.warn({ err: error, what: rate }, 'failed to give back a shared rate');
    }
  };
}

/** Creates the job that every 10 minutes deletes the counts of `shareRates` whose window ended more than a minute ago. */
export const forgetRates = (db: Database, clock: Clock): Job => ({
  name: 'forget rates',
  everyMs: FORGET_MS,
  run: async () => void (await db.delete(rateUse).where(lt(rateUse.until, clock.now() - MINUTE_MS))),
});
