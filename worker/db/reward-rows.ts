import type { Output } from '#contract/api/endpoint.ts';
import type { Endpoints } from '#contract/endpoints.ts';
import type { WalletLine } from '#contract/wallet/records.ts';

type Tasks = Output<Endpoints['userTasksInfo']>;

/** Check-in and tasks in the server's last response. Times: device clock, ms; `nextAt` is the start of the next day. */
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

/** The lucky box of the current day. `nextAt`: server clock, ms; 0 when today's box was not opened yet. */
export type LuckyBoxRow = { key: 'luckyBox' } & NonNullable<Output<Endpoints['reward']>['luckyBox']>;

/** The gift pack that the server offers; null when there is none. Times: device clock, ms. */
export type GiftPackRow = {
  key: 'giftPack';
  fetchedAt: number;
  pack: NonNullable<Output<Endpoints['reward']>['pack']> | null;
};

/** Silver transactions, newest first, as far as they were read. `nextCursor` is empty after the last page. */
export type SilverRow = { key: 'silver'; lines: WalletLine[]; nextCursor: string };
