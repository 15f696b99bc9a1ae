import { and, desc, eq, inArray, isNull, or } from 'drizzle-orm';
import type { Output } from '../../../contract/api/endpoint.ts';
import { fail, ok, type Result } from '../../../contract/result.ts';
import type { rewardsRows, TaskKey } from '../../../contract/rewards/endpoints.ts';
import { DAILY_TASKS, TASK_SILVER, type TaskName } from '../../../contract/rewards/rules.ts';
import { deviceToken } from '../../platform/database/account.ts';
import type { Queries } from '../../platform/database/connect.ts';
import { loadBalances } from '../wallet/balances.ts';
import { grant } from '../wallet/ledger.ts';
import { coinsOfStep, type LastCheckIn, rowOf, stepOf } from './check-in.ts';
import { dayOf, startOf } from './days.ts';
import { doneBy } from './done.ts';
import { checkInReminder, rewardClaim } from './tables.ts';

/** The owner of a reward claim that stands for the account itself, as stored in `reward_claim`. */
const ownerOfUid = (uid: number): string => `uid:${uid}`;

/**
 * The owners for which a reward claim of this account is recorded: the account and each device where it is signed in. Sorted, so that
 * concurrent transactions lock rows in the same order.
 */
async function ownersOf(db: Queries, uid: number): Promise<readonly string[]> {
  const rows = await db
    .select({ device: deviceToken.device })
    .from(deviceToken)
    .where(and(eq(deviceToken.uid, uid), isNull(deviceToken.revokedAt)));
  return [...new Set([ownerOfUid(uid), ...rows.map(({ device }) => `device:${device}`)])].sort();
}

/** The `day` of a task that can be claimed only once. */
const ONCE = 0;
const NAMES = Object.keys(TASK_SILVER) as TaskName[];
const STATUS = { open: 0, claimable: 1, done: 2 } as const;

const dayOfTask = (task: TaskKey, today: number): number =>
  task === 'check_in' || DAILY_TASKS.includes(task) ? today : ONCE;

async function lastCheckIn(db: Queries, uid: number): Promise<LastCheckIn | undefined> {
  const [last] = await db
    .select({ day: rewardClaim.day, step: rewardClaim.step })
    .from(rewardClaim)
    .where(and(eq(rewardClaim.task, 'check_in'), eq(rewardClaim.owner, ownerOfUid(uid))))
    .orderBy(desc(rewardClaim.day))
    .limit(1);
  return last;
}

/** Tasks that the account or one of its devices has claimed: today's, and those that can be claimed only once. */
async function takenBy(db: Queries, uid: number, today: number): Promise<ReadonlySet<TaskKey>> {
  const rows = await db
    .selectDistinct({ task: rewardClaim.task })
    .from(rewardClaim)
    .where(
      and(
        inArray(rewardClaim.owner, await ownersOf(db, uid)),
        or(eq(rewardClaim.day, today), eq(rewardClaim.day, ONCE)),
      ),
    );
  return new Set(rows.map(({ task }) => task));
}

/** Whether the user wants the daily check-in reminder; false by default. */
export async function isReminded(db: Queries, uid: number): Promise<boolean> {
  const [found] = await db
    .select({ isOn: checkInReminder.isOn })
    .from(checkInReminder)
    .where(eq(checkInReminder.uid, uid));
  return found?.isOn ?? false;
}

/** Switches a user's daily check-in reminder on or off (`checkInNotification`). */
export async function setCheckInReminder(db: Queries, uid: number, isOn: boolean): Promise<void> {
  await db
    .insert(checkInReminder)
    .values({ uid, isOn })
    .onConflictDoUpdate({ target: checkInReminder.uid, set: { isOn } });
}

/** Whether the account itself has checked in today (UTC), which the lucky box requires. */
export const hasCheckedIn = async (db: Queries, uid: number, now: number): Promise<boolean> =>
  (await lastCheckIn(db, uid))?.day === dayOf(now);

/** Answers `userTasksInfo`: the tasks, the check-in row and the silver balance of an account. */
export async function readTasks(
  db: Queries,
  uid: number,
  now: number,
): Promise<Output<(typeof rewardsRows)['userTasksInfo']>> {
  const today = dayOf(now);
  const taken = await takenBy(db, uid, today);
  const done = await doneBy(db, uid, today);
  const row = rowOf(await lastCheckIn(db, uid), today, taken.has('check_in'));
  const tasks = NAMES.map((taskKey) => ({
    taskKey,
    taskStatus: taken.has(taskKey) ? STATUS.done : done[taskKey] ? STATUS.claimable : STATUS.open,
    coins: TASK_SILVER[taskKey],
  }));
  const claimable = tasks.filter(({ taskStatus }) => taskStatus === STATUS.claimable);
  return {
    checkInDays: row.done,
    checkInTaskInfo: row.days,
    coins: claimable.reduce((sum, { coins }) => sum + coins, row.coins),
    isRemindCheckIn: await isReminded(db, uid),
    nextCheckInCountdown: Math.ceil((startOf(today + 1) - now) / 1_000),
    userTaskInfos: tasks,
    silverBalance: (await loadBalances(db, uid)).silver,
  };
}

/** Thrown to roll back a claim that already exists. */
class Claimed extends Error {}

/**
 * Answers `userTasksCompleted`: claims a task for the account and each of its devices, in one transaction with its silver; of
 * concurrent claims one succeeds, the others get `claimed`. A task that is not done yet is answered as open and claims nothing; a check-in
 * and `install` need no proof.
 */
export async function claimTask(
  db: Queries,
  uid: number,
  task: TaskKey,
  now: number,
): Promise<Result<Output<(typeof rewardsRows)['userTasksCompleted']>>> {
  const today = dayOf(now);
  const day = dayOfTask(task, today);
  try {
    return await db.transaction(async (tx) => {
      const isDone = task === 'check_in' || task === 'install' || (await doneBy(tx, uid, today))[task];
      if (!isDone && !(await takenBy(tx, uid, today)).has(task)) {
        return ok({ taskStatus: STATUS.open, coins: 0, silverBalance: (await loadBalances(tx, uid)).silver });
      }
      const last = task === 'check_in' ? await lastCheckIn(tx, uid) : undefined;
      const step = task === 'check_in' ? stepOf(last, today) : 0;
      const coins = task === 'check_in' ? coinsOfStep(step) : TASK_SILVER[task];
      const owners = await ownersOf(tx, uid);
      const made = await tx
        .insert(rewardClaim)
        .values(owners.map((owner) => ({ task, owner, day, uid, coins, step })))
        .onConflictDoNothing()
        .returning({ owner: rewardClaim.owner });
      if (made.length < owners.length) throw new Claimed();
      const outcome = await grant(tx, `task:${task}:${uid}:${day}`, uid, 'silver', coins, {
        type: 'task',
        id: day === ONCE ? task : `${task}:${day}`,
      });
      if (outcome !== 'done') throw new Error('A claim without its silver');
      return ok({ taskStatus: STATUS.done, coins, silverBalance: (await loadBalances(tx, uid)).silver });
    });
  } catch (error) {
    if (error instanceof Claimed) return fail({ code: 'claimed' });
    throw error;
  }
}
