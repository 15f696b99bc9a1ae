import { sql } from 'drizzle-orm';
import {
  MOVE_VALID_SECONDS,
  PASSKEY_CHALLENGE_MINUTES,
  RECOVERY_CODE_MINUTES,
  UNDERAGE_DEVICE_DAYS,
} from '../../../contract/account/rules.ts';
import { CALL_SETUP_TIMEOUT_MS, TOP_UP_WAIT_MS } from '../../../contract/calls/rules.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../contract/durations.ts';
import { HOST_PAUSE_MINUTES } from '../../../contract/hosting/rules.ts';
import { OPENED_KEPT_DAYS, PARTS_KEPT_MS } from '../../../contract/media/rules.ts';
import { CARD_ORDER_MINUTES, ORDER_LATE_POLL_MINUTES } from '../../../contract/payments/rules.ts';
import { PUSH_RULES } from '../../../contract/push/kinds.ts';
import { LIMIT_RAISE_HOURS } from '../../../contract/wallet/limits.ts';
import type { Clock } from '../clock.ts';
import type { Job } from '../jobs/jobs.ts';
import type { Database } from './connect.ts';

/** A column with a time that may lie in the future, at most by its term. */
type BoundedTime = {
  readonly termMs: number;
  /** The clock with which the time is compared: that of the server, or that of the database, which may be set back. */
  readonly clock: 'server' | 'database';
  /** SQL condition of the rows that are checked, those that an index has; without it all are. */
  readonly where?: string;
  /** True: the column has a number of ms since the epoch instead of a timestamp. */
  readonly isNumber?: true;
};
type StoredTime = BoundedTime | { readonly unbounded: string };

const LIVE_CALL = `state <> 'ended'`;
const keptForMs = Math.max(...Object.values(PUSH_RULES).map((rule) => rule.keptForMs));
const orderAskedMs = (CARD_ORDER_MINUTES + Math.max(...ORDER_LATE_POLL_MINUTES)) * MINUTE_MS;

/** Every column with a time that may lie in the future (`table.column`), for `boundStoredTimes`; a test compares it with the tables. */
export const STORED_TIMES: Readonly<Record<string, StoredTime>> = {
  'account_move.until': { termMs: MOVE_VALID_SECONDS * SECOND_MS, clock: 'server' },
  'anchor.paused_until': { termMs: Math.max(...HOST_PAUSE_MINUTES) * MINUTE_MS, clock: 'database' },
  'booking.due_at': { unbounded: 'never after the end of the grace of its start' },
  'booking.expires_at': { unbounded: 'never after its start' },
  'booking.starts_at': { unbounded: 'a time of the calendar, chosen by the viewer' },
  'call.due_at': { termMs: 2 * CALL_SETUP_TIMEOUT_MS, clock: 'server', where: LIVE_CALL, isNumber: true },
  'call.wait_until': { termMs: TOP_UP_WAIT_MS, clock: 'server', where: LIVE_CALL, isNumber: true },
  // The term that the function keep_closed_host (schema.sql) sets.
  'closed_host.until': { termMs: 12 * HOUR_MS, clock: 'database' },
  'connected_account.asked_at': { termMs: 0, clock: 'server' },
  'connected_account.opened_at': { termMs: 0, clock: 'server' },
  'leader.until': { unbounded: 'another process takes a lease that is not renewed, whatever its time (leader.ts)' },
  'maintenance_window.ends_at': { unbounded: 'a time of the calendar, chosen by the operator' },
  'maintenance_window.starts_at': { unbounded: 'a time of the calendar, chosen by the operator' },
  'media.kept_until': {
    termMs: OPENED_KEPT_DAYS * DAY_MS,
    clock: 'server',
    where: `purpose = 'chat' and gone_at is null`,
  },
  // The longest lock that an operator can set.
  'message_lock.until': { termMs: 365 * DAY_MS, clock: 'server' },
  'passkey_challenge.until': { termMs: PASSKEY_CHALLENGE_MINUTES * MINUTE_MS, clock: 'server' },
  'payment_comparison.due_at': { termMs: DAY_MS, clock: 'server' },
  'payment_order.ask_at': { termMs: orderAskedMs, clock: 'server', where: 'ask_at is not null' },
  'payment_order.expires_at': {
    termMs: CARD_ORDER_MINUTES * MINUTE_MS,
    clock: 'server',
    where: 'ask_at is not null',
  },
  'payout_transfer.asked_at': { termMs: 0, clock: 'server' },
  // The longest pause of a push service is 10 minutes.
  'push_job.due_at': { termMs: HOUR_MS, clock: 'server', where: 'due_at is not null' },
  'push_job.expires_at': { termMs: keptForMs, clock: 'server' },
  'rate_use.until': { unbounded: 'each use compares it with its own window (shared-rates.ts)' },
  'recovery_code.until': { termMs: RECOVERY_CODE_MINUTES * MINUTE_MS, clock: 'server' },
  'refused_device.until': { termMs: UNDERAGE_DEVICE_DAYS * DAY_MS, clock: 'database' },
  'reversal.ask_at': { termMs: DAY_MS, clock: 'server', where: 'ask_at is not null' },
  'spend_limit.next_at': { termMs: LIMIT_RAISE_HOURS * HOUR_MS, clock: 'server' },
  'upload_room.until': { termMs: PARTS_KEPT_MS + 2 * HOUR_MS, clock: 'server' },
};

const EVERY_MS = MINUTE_MS;
/** Excess over its term up to which a stored time stays as it is: the clocks of processes differ by less. */
const SPARE_MS = 5 * SECOND_MS;

/**
 * Creates the job that each minute shortens stored times (`STORED_TIMES`) that are further in the future than their term. A machine whose
 * clock was ahead for a while stores times that would otherwise hold for longer by as much: a lock, a code, a pause.
 */
export const boundStoredTimes = (db: Pick<Database, 'execute'>, clock: Clock): Job => ({
  name: 'bound stored times',
  everyMs: EVERY_MS,
  async run(signal) {
    for (const [name, rule] of Object.entries(STORED_TIMES)) {
      if ('unbounded' in rule) continue;
      signal.throwIfAborted();
      const [table = '', column = ''] = name.split('.');
      const [at, where] = [sql.identifier(column), sql.raw(rule.where ?? 'true')];
      const now = rule.clock === 'server' ? sql`to_timestamp(${clock.now()}::bigint / 1000.0)` : sql`now()`;
      const inMs = (ms: number) => sql`${now} + ${ms}::bigint * interval '1 ms'`;
      const latest = (ms: number) => (rule.isNumber ? sql`(extract(epoch from ${inMs(ms)}) * 1000)::bigint` : inMs(ms));
      await db.execute(sql`update ${sql.identifier(table)} set ${at} = ${latest(rule.termMs)}
        where ${where} and ${at} > ${latest(rule.termMs + SPARE_MS)}`);
    }
  },
});
