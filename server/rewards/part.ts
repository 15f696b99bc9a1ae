import { fail } from '../../contract/result.ts';
import type { rewardsRows } from '../../contract/rewards/endpoints.ts';
import type { ApiPart, Surroundings } from '../part.ts';

/** STUB, to be replaced by part-rewards. */
export function rewardsPart(_around: Surroundings): ApiPart<keyof typeof rewardsRows> {
  const none = async () => fail({ code: 'server-error' } as const);
  return {
    name: 'rewards',
    handlers: {
      ...{ reward: none, userTasksInfo: none, userTasksCompleted: none, checkInNotification: none },
      clubRewardRecord: none,
    },
  };
}
