import { randomInt } from 'node:crypto';
import { HOUR_MS } from '../../contract/durations.ts';
import {
  LATE_WEBHOOK_MS,
  ODD_WEBHOOK_ONE_IN,
  SECOND_WEBHOOK_MS,
  WEBHOOK_GIVEN_UP_HOURS,
  WEBHOOK_RETRY_MAX_S,
} from './rules.ts';
import { newName } from './sessions.ts';
import type { Rows } from './store.ts';

/**
 * A deferred action, stored as a row to survive restarts. `ref` names a session; for `refund` a reversal, for `bell` (delivery of a
 * webhook) an event.
 */
export type Task = {
  readonly id: number;
  readonly at: number;
  readonly what: 'pay' | 'dispute' | 'refund' | 'bell';
  readonly ref: string;
  readonly tries: number;
};

/** Schedules a task for the time `at` (ms since the epoch). */
export async function scheduleTask(rows: Rows, what: Task['what'], ref: string, at: number): Promise<void> {
  await rows.query('insert into task (what, ref, at) values ($1, $2, $3)', [what, ref, at]);
}

/** Records a webhook event of a session and schedules its delivery; a random share is delivered late and twice, to test the merchant. */
export async function queueWebhook(rows: Rows, session: string, type: string, now: number): Promise<void> {
  const id = newName('evt');
  await rows.query('insert into event (id, session, type, at) values ($1, $2, $3, $4)', [id, session, type, now]);
  const odd = randomInt(ODD_WEBHOOK_ONE_IN) === 0;
  for (const delay of odd ? [LATE_WEBHOOK_MS, SECOND_WEBHOOK_MS] : [0])
    await scheduleTask(rows, 'bell', id, now + delay);
}

/**
 * Takes the oldest due task and deletes it; undefined if none is due. A webhook is rescheduled instead: if the process dies while sending,
 * it is sent again.
 */
export async function takeDue(rows: Rows, now: number): Promise<Task | undefined> {
  const [task] = await rows.query<Task>(
    'select * from task where at <= $1 order by at, id limit 1 for update skip locked',
    [now],
  );
  if (task === undefined) return undefined;
  if (task.what === 'bell')
    await rows.query('update task set at = $2, tries = tries + 1 where id = $1', [
      task.id,
      now + retryAfterMs(task.tries),
    ]);
  else await forget(rows, task);
  return task;
}

/** Delay before the next delivery attempt of a webhook after `tries` earlier ones: 1, 2, 4 s and so on, at most WEBHOOK_RETRY_MAX_S. */
export const retryAfterMs = (tries: number) => Math.min(2 ** tries, WEBHOOK_RETRY_MAX_S) * 1_000;
/** Whether an event is too old for another delivery attempt. */
export const isGivenUp = (eventAt: number, now: number) => now - eventAt > WEBHOOK_GIVEN_UP_HOURS * HOUR_MS;

/** Deletes a task: a webhook that was delivered or given up, or an action that is being performed. */
export async function forget(rows: Rows, { id }: Pick<Task, 'id'>): Promise<void> {
  await rows.query('delete from task where id = $1', [id]);
}
