import type { InferOutput } from 'valibot';
import type { sku } from '../../../contract/payments/orders.ts';
import { fail, ok } from '../../../contract/result.ts';
import type { rewardsRows } from '../../../contract/rewards/endpoints.ts';
import type { ApiPart, ServerDeps } from '../../part.ts';
import { serverClock } from '../../platform/clock.ts';
import type { Queries } from '../../platform/database/connect.ts';
import { loadBalances } from '../wallet/balances.ts';
import { readLines } from '../wallet/lines.ts';
import { luckyBox } from './lucky-box.ts';
import { checkInReminders } from './reminders.ts';
import { claimTask, readTasks, setCheckInReminder } from './tasks.ts';

/**
 * Functions of the payments domain that rewards need. `offeredPack`: the first-purchase pack if it is offered to this account, else
 * null.
 */
export type RewardsPorts = {
  offeredPack(db: Queries, uid: number): Promise<InferOutput<typeof sku> | null>;
};

const REWARD_LUCKY_BOX = 1;

/** Creates the rewards domain: tasks, check-in and the lucky box. No state in memory. */
export function rewardsPart(
  { db, site }: ServerDeps,
  { offeredPack }: RewardsPorts,
): ApiPart<keyof typeof rewardsRows> {
  return {
    name: 'rewards',
    jobs: [checkInReminders(db)],
    handlers: {
      async reward({ db, uid, adult }, input) {
        if (input.rewardType !== REWARD_LUCKY_BOX) {
          const { silver } = await loadBalances(db, uid);
          return ok({ pack: await offeredPack(db, uid), silverBalance: silver });
        }
        if (input.open && !adult) return fail({ code: 'age' });
        const { enableLuckyBox: enabled } = await site.read(db);
        return luckyBox(db, { uid, open: input.open, enabled, now: serverClock.now() });
      },
      userTasksInfo: async ({ db, uid }) => ok(await readTasks(db, uid, serverClock.now())),
      userTasksCompleted: ({ db, uid }, { taskKey }) => claimTask(db, uid, taskKey, serverClock.now()),
      async checkInNotification({ db, uid }, { isRemindCheckIn }) {
        await setCheckInReminder(db, uid, isRemindCheckIn);
        return ok({ isRemindCheckIn });
      },
      async clubRewardRecord({ db, uid }, { cursor, limit }) {
        const { lines, nextCursor } = await readLines(db, uid, 'silver', cursor, limit);
        return ok({ records: lines, nextCursor });
      },
    },
  };
}
