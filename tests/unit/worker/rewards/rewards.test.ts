import { beforeEach, expect, test, vi } from 'vitest';
import { fail, ok } from '#contract/result.ts';
import { LUCKY_ODDS } from '#contract/rewards/rules.ts';
import type { Api } from '../../../../worker/api/client.ts';
import type { AppDb, SessionRow } from '../../../../worker/db/schema.ts';
import { createRewards } from '../../../../worker/rewards/rewards.ts';
import { freshApp } from '../support/databases.ts';

const SESSION = { key: 'session', uid: 5 } as SessionRow;
const TASKS = {
  checkInDays: 1,
  coins: 30,
  isRemindCheckIn: false,
  nextCheckInCountdown: 60,
  silverBalance: 20,
  checkInTaskInfo: [{ day: 1, coins: 20, state: 'done' }],
  userTaskInfos: [{ taskKey: 'call', taskStatus: 1, coins: 30 }],
};
const line = (id: number) => ({ id, at: id, amount: 1, after: id, subject: 'task', subjectId: 'install', peer: null });

let app: AppDb;
let answers: Record<string, (data: never) => unknown>;
const asked: string[] = [];
const api = {
  call: async (name: string, data: never) => {
    asked.push(name);
    return answers[name]?.(data);
  },
} as unknown as Pick<Api, 'call'>;
const rewards = () =>
  createRewards({
    app,
    api,
    queue: { kick() {} },
    track() {},
    session: async () => (await app.state.get('session')) as SessionRow,
  }).commands;

beforeEach(async () => {
  app = freshApp();
  asked.length = 0;
  await app.state.put(SESSION);
  await app.state.put({ key: 'account', gemsBalance: 7, paid: false, silverBalance: 0, silverSpent: 0 });
  answers = { userTasksInfo: () => ok(TASKS) };
});

test('a claim returns its result, and the tasks and the balance are those of the server afterwards', async () => {
  answers['userTasksCompleted'] = () => ok({ taskStatus: 2, coins: 20, silverBalance: 20 });
  expect(await rewards().claimTask?.('check_in')).toEqual(ok({ coins: 20 }));
  expect(asked).toEqual(['userTasksCompleted', 'userTasksInfo']);
  expect(await app.state.get('account')).toMatchObject({ gemsBalance: 7, silverBalance: 20 });
  expect(await app.state.get('tasks')).toMatchObject({ coins: 30, checkInDays: 1, days: TASKS.checkInTaskInfo });
});

test('a repeated or offline claim reports it, and adds nothing here', async () => {
  for (const error of [{ code: 'claimed' }, { code: 'offline' }] as const) {
    answers['userTasksCompleted'] = () => fail(error);
    answers['userTasksInfo'] = () => fail({ code: 'offline' });
    expect(await rewards().claimTask?.('check_in')).toEqual(fail(error));
  }
  expect(await app.state.get('account')).toMatchObject({ silverBalance: 0 });
});

test('a response after a sign-out is not stored', async () => {
  answers['userTasksInfo'] = () => {
    void app.state.delete('session');
    return ok(TASKS);
  };
  await rewards().refreshTasks?.();
  expect(await app.state.get('tasks')).toBeUndefined();
});

test('the lucky box returns the prize, and its row and the balance are stored', async () => {
  const luckyBox = { available: false, nextAt: 99, oddsVersion: 1, odds: [...LUCKY_ODDS], won: 50 };
  const reward = vi.fn((_data: unknown) => ok({ luckyBox, silverBalance: 70 }));
  answers['reward'] = reward;
  expect(await rewards().openLuckyBox?.()).toEqual(ok({ won: 50 }));
  expect(reward).toHaveBeenCalledWith({ rewardType: 1, open: true });
  expect(await app.state.get('luckyBox')).toMatchObject({ won: 50, nextAt: 99 });
  expect(await app.state.get('account')).toMatchObject({ silverBalance: 70 });
});

test('silver history grows page by page, and a repeated page is stored once', async () => {
  answers['clubRewardRecord'] = ({ cursor }: { cursor: string }) =>
    ok(cursor === '' ? { records: [line(3), line(2)], nextCursor: 'c' } : { records: [line(1)], nextCursor: '' });
  const { readSilver } = rewards();
  await readSilver?.('');
  await Promise.all([readSilver?.('c'), readSilver?.('c')]);
  expect(await app.state.get('silver')).toMatchObject({ lines: [{ id: 3 }, { id: 2 }, { id: 1 }], nextCursor: '' });
  await readSilver?.('');
  expect(await app.state.get('silver')).toMatchObject({ lines: [{ id: 3 }, { id: 2 }], nextCursor: 'c' });
});

test('the first-purchase pack is stored as offered, also when there is none, and not after a sign-out', async () => {
  const pack = {
    sku: 'first300',
    priceId: 1,
    kind: 'first',
    gems: 300,
    bonus: 300,
    price: { amountMinor: 199, currency: 'USD' },
  };
  const reward = vi.fn((_data: unknown) => ok({ pack, silverBalance: 5 }) as unknown);
  answers['reward'] = reward;
  expect(await rewards().refreshGiftPack?.()).toEqual(ok(null));
  expect(reward).toHaveBeenCalledWith({ rewardType: 3 });
  expect(await app.state.get('giftPack')).toMatchObject({ pack: { sku: 'first300' } });
  reward.mockReturnValue(ok({ pack: null, silverBalance: 5 }));
  await rewards().refreshGiftPack?.();
  expect(await app.state.get('giftPack')).toMatchObject({ pack: null });
  reward.mockImplementation(() => {
    void app.state.clear();
    return ok({ pack, silverBalance: 5 });
  });
  await rewards().refreshGiftPack?.();
  expect(await app.state.get('giftPack')).toBeUndefined();
});

test('the app installation is queued once per account, also without a network', async () => {
  const { noteInstalled } = rewards();
  await Promise.all([noteInstalled?.(), noteInstalled?.()]);
  await noteInstalled?.();
  expect(await app.apiQueue.toArray()).toMatchObject([
    { endpoint: 'userTasksCompleted', data: { taskKey: 'install' }, uid: 5 },
  ]);
  expect(asked).toEqual([]);
});

test('an installed app is not reported before a login, before the birth date is known, and for a host', async () => {
  const { noteInstalled } = rewards();
  const account = { key: 'account', gemsBalance: 7, paid: false, silverBalance: 0, silverSpent: 0 } as const;
  await app.state.put({ ...account, adult: false });
  await noteInstalled?.();
  await app.state.put({ ...account, adult: true });
  await app.state.put({ ...SESSION, role: 3 });
  await noteInstalled?.();
  await app.state.delete('session');
  await noteInstalled?.();
  expect(await app.apiQueue.count()).toBe(0);
  await app.state.put(SESSION);
  await noteInstalled?.();
  expect(await app.apiQueue.count()).toBe(1);
});
