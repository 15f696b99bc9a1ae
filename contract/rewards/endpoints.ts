import {
  array,
  boolean,
  integer,
  literal,
  maxLength,
  maxValue,
  minValue,
  nullable,
  number,
  object,
  optional,
  picklist,
  pipe,
  string,
  union,
} from 'valibot';
import type { EndpointTable } from '../api/endpoint.ts';
import { amount } from '../api/shapes.ts';
import { sku } from '../payments/orders.ts';
import { RECORDS_PAGE, RECORDS_PAGE_MAX } from '../payments/rules.ts';
import { walletLine } from '../wallet/records.ts';

/** Keys of what can be claimed for silver: the daily check-in and the tasks. */
export const TASK_KEYS = ['check_in', 'reply', 'call', 'install', 'profile', 'notifications'] as const;
/** Key of the check-in or of a task. */
export type TaskKey = (typeof TASK_KEYS)[number];

const luckyBox = object({
  /** False if today's box was opened, today's check-in is missing, or the operator closed it. */
  available: boolean(),
  /** Start of the next day (server clock, ms) once today's box was opened; 0: it was not. */
  nextAt: number(),
  oddsVersion: amount,
  odds: array(object({ amount, of10000: amount })),
  /** Silver of this opening, or of today's earlier one. */
  won: optional(amount),
});

/** Tasks and their rewards (product 3.7) in silver, which is not sold. A day is the server's (UTC). */
export const rewardsRows = {
  /**
   * `rewardType` 1: the lucky box, opened with `open`; 3: the offered gift pack, or null. Only opening requires a birth date: pages request
   * the rest without a user action.
   */
  reward: {
    path: '/api/account_service/reward',
    access: 'user',
    adult: false,
    effect: 'change',
    delivery: 'now',
    once: true,
    input: union([
      object({ rewardType: literal(1), open: optional(boolean(), false) }),
      object({ rewardType: literal(3) }),
    ]),
    output: object({ luckyBox: optional(luckyBox), pack: optional(nullable(sku)), silverBalance: amount }),
  },
  userTasksInfo: {
    path: '/api/common_service/user_tasks_info',
    access: 'user',
    adult: false,
    effect: 'read',
    delivery: 'now',
    input: object({}),
    output: object({
      /** Days of the current streak that are checked in; today counts once it is. */
      checkInDays: amount,
      checkInTaskInfo: array(object({ day: amount, coins: amount, state: picklist(['done', 'claimable', 'open']) })),
      /** Silver that can be claimed now. */
      coins: amount,
      isRemindCheckIn: boolean(),
      /** Seconds until the next check-in. */
      nextCheckInCountdown: amount,
      /** `taskStatus`: 0 open, 1 claimable, 2 done. */
      userTaskInfos: array(
        object({
          taskKey: picklist(TASK_KEYS),
          taskStatus: pipe(number(), integer(), minValue(0), maxValue(2)),
          coins: amount,
        }),
      ),
      silverBalance: amount,
    }),
  },
  /** Claims the check-in or a task: daily ones once per day (UTC), others once. The server trusts the client for `install`. */
  userTasksCompleted: {
    path: '/api/common_service/user_tasks_completed',
    access: 'user',
    effect: 'change',
    delivery: 'now',
    replay: 'sealed',
    input: object({ taskKey: picklist(TASK_KEYS) }),
    output: object({ taskStatus: amount, coins: amount, silverBalance: amount }),
  },
  checkInNotification: {
    path: '/api/common_service/check_in_notification',
    access: 'user',
    adult: false,
    effect: 'change',
    delivery: 'now',
    replay: 'sealed',
    input: object({ isRemindCheckIn: boolean() }),
    output: object({ isRemindCheckIn: boolean() }),
  },
  /** Lines of silver, newest first. */
  clubRewardRecord: {
    path: '/api/common_service/club_reward_record',
    access: 'user',
    adult: false,
    effect: 'read',
    delivery: 'now',
    input: object({
      cursor: optional(pipe(string(), maxLength(64)), ''),
      limit: optional(pipe(number(), integer(), minValue(1), maxValue(RECORDS_PAGE_MAX)), RECORDS_PAGE),
    }),
    output: object({ records: array(walletLine), nextCursor: string() }),
  },
} as const satisfies EndpointTable;
