import type { Output } from '#contract/api/endpoint.ts';
import type { Endpoints } from '#contract/endpoints.ts';
import type { WalletLine } from '#contract/wallet/records.ts';

type Tasks = Output<Endpoints['userTasksInfo']>;

/** The check-in and the tasks, as the server last told them. Device clock, ms: `nextAt` is when the next day begins. */
export type TasksRow = {
  key: 'tasks';
  fetchedAt: number;
  nextAt: number;
  checkInDays: number;
  days: Tasks['checkInTaskInfo'];
  /** Silver that can be claimed. */
  coins: number;
  isReminded: boolean;
  tasks: Tasks['userTaskInfos'];
};

/** The lucky box of that day. `nextAt`: server clock, ms; 0: today's was not opened yet. */
export type LuckyBoxRow = { key: 'luckyBox' } & NonNullable<Output<Endpoints['reward']>['luckyBox']>;

/** The new gift pack that the server offers; null: none. Device clock, ms. */
export type GiftPackRow = {
  key: 'giftPack';
  fetchedAt: number;
  pack: NonNullable<Output<Endpoints['reward']>['pack']> | null;
};

/** Lines of silver, newest first, as far as they were read. `nextCursor` is empty behind the last. */
export type SilverRow = { key: 'silver'; lines: WalletLine[]; nextCursor: string };
