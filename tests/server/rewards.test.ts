import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { DAY_MS } from '../../contract/durations.ts';
import type { TaskKey } from '../../contract/rewards/endpoints.ts';
import { changeSiteSetting } from '../../server/domains/account/site/settings.ts';
import { dayOf, startOf } from '../../server/domains/rewards/days.ts';
import { luckyBox } from '../../server/domains/rewards/lucky-box.ts';
import { rewardClaim } from '../../server/domains/rewards/tables.ts';
import { claimTask, readTasks } from '../../server/domains/rewards/tasks.ts';
import { auditLedger } from '../../server/domains/wallet/audit.ts';
import { startApi, type TestApi, type User } from '../harness/api.ts';

let api: TestApi;
let devices = 0;
beforeAll(async () => {
  api = await startApi(inject('postgresUrl'));
});
afterAll(async () => {
  expect(await auditLedger(api.db)).toEqual([]);
  await api?.close();
});

const NOON = Date.UTC(2026, 5, 1, 12);
const HOST = 9_002;
const guest = async () => {
  devices += 1;
  return api.guest(`rewards-${devices}`);
};
const tasksOf = async (user: User) => (await api.call('userTasksInfo', {}, { user })).data;
const statusOf = async (user: User, key: TaskKey) =>
  (await tasksOf(user)).userTaskInfos.find(({ taskKey }) => taskKey === key)?.taskStatus;
const claim = (user: User, taskKey: TaskKey) => api.call('userTasksCompleted', { taskKey }, { user });
const silverOf = async (user: User) => (await api.call('account', { action: 1 }, { user })).data.silverBalance;

test('a check-in pays the silver of its day once, and the countdown ends at midnight of the server', async () => {
  const user = await guest();
  const before = await tasksOf(user);
  expect(before.checkInDays).toBe(0);
  expect(before.checkInTaskInfo.map(({ coins }) => coins)).toEqual([20, 30, 40, 50, 60, 80, 120]);
  expect(before.checkInTaskInfo.map(({ state }) => state)).toEqual(['claimable', ...Array(6).fill('open')]);
  expect(before.coins).toBe(20);
  expect(before.nextCheckInCountdown).toBeLessThanOrEqual(86_400);
  const midnight = startOf(dayOf(Date.now()) + 1);
  expect(Math.abs(Date.now() + before.nextCheckInCountdown * 1_000 - midnight)).toBeLessThan(60_000);

  expect((await claim(user, 'check_in')).data).toEqual({ taskStatus: 2, coins: 20, silverBalance: 20 });
  const again = await claim(user, 'check_in');
  expect([again.status, again.data]).toEqual([422, { code: 'claimed' }]);
  const after = await tasksOf(user);
  expect(after).toMatchObject({ checkInDays: 1, coins: 0, silverBalance: 20 });
  expect(after.checkInTaskInfo[0]?.state).toBe('done');
  expect(await silverOf(user)).toBe(20);
});

test('check-ins pay more on each of seven days in a row, and restart after the seventh and after a missed day', async () => {
  const { id: uid } = await guest();
  const coins: number[] = [];
  for (let day = 0; day < 9; day += 1) {
    const claimed = await claimTask(api.db, uid, 'check_in', NOON + day * DAY_MS);
    if (claimed.ok) coins.push(claimed.value.coins);
  }
  expect(coins).toEqual([20, 30, 40, 50, 60, 80, 120, 20, 30]);
  expect((await readTasks(api.db, uid, NOON + 8 * DAY_MS)).checkInDays).toBe(2);
  // One day is missed.
  expect((await readTasks(api.db, uid, NOON + 10 * DAY_MS)).checkInDays).toBe(0);
  expect(await claimTask(api.db, uid, 'check_in', NOON + 10 * DAY_MS)).toMatchObject({ value: { coins: 20 } });
  // A day ends at midnight of the server, to the second.
  const late = startOf(dayOf(NOON) + 12) - 1;
  expect(await claimTask(api.db, uid, 'check_in', late)).toMatchObject({ value: { coins: 30 } });
  expect(await claimTask(api.db, uid, 'check_in', late)).toMatchObject({ error: { code: 'claimed' } });
  expect(await claimTask(api.db, uid, 'check_in', late + 1)).toMatchObject({ value: { coins: 40 } });
});

test('another account on the same device cannot claim a task again', async () => {
  const one = await api.guest('a-shared-device');
  const two = await api.guest('a-shared-device');
  for (const task of ['check_in', 'install'] as const) {
    expect((await claim(one, task)).status).toBe(200);
    expect((await claim(two, task)).status).toBe(422);
  }
  const told = await tasksOf(two);
  expect(told).toMatchObject({ checkInDays: 0, coins: 0, silverBalance: 0 });
  expect(told.checkInTaskInfo.map(({ state }) => state)).not.toContain('claimable');
  expect(await statusOf(two, 'install')).toBe(2);
  const { rows } = await api.pool.query(`select owner from reward_claim where task = 'install' and uid = $1`, [one.id]);
  expect(rows.map(({ owner }) => owner).toSorted()).toEqual(['device:a-shared-device', `uid:${one.id}`]);
});

test('a task can be claimed when the database has its evidence, and the installation without any', async () => {
  const user = await guest();
  for (const task of ['reply', 'call', 'profile', 'notifications'] as const) {
    expect((await claim(user, task)).data).toEqual({ taskStatus: 0, coins: 0, silverBalance: 0 });
  }
  const said = (mid: string, out: boolean, peer: number, at = 'now()') =>
    api.pool.query(
      `insert into archive (owner, peer, out, mid, at, stanza) values ($1, $2, $3, $4, ${at}, '<message/>')`,
      [user.id, peer, out, mid],
    );
  // One to a host who has not written, one to a user who is not a host, and one of another day.
  await said('m1', true, HOST);
  await said('m2', false, 100_001);
  await said('m3', true, 100_001);
  await said('m4', false, HOST + 1);
  await said('m5', true, HOST + 1, `now() - interval '2 days'`);
  expect(await statusOf(user, 'reply')).toBe(0);
  await said('m6', false, HOST);
  await said('m7', true, HOST);
  expect(await statusOf(user, 'reply')).toBe(1);

  const call = (sid: string, connecting: number) =>
    api.pool.query(
      `insert into call (sid, kind, state, caller, callee, caller_jid, price, share_percent, free_seconds, paid, start_time,
         connecting_time, settled_at)
       values ($1, 'paid', 'ended', $2, $3, '', 20, 60, 0, true, $5, $4, $5)`,
      [sid.padEnd(21, '-'), user.id, HOST, connecting, Date.now()],
    );
  await call('unanswered', 0);
  await call('yesterday', Date.now() - 2 * DAY_MS);
  expect(await statusOf(user, 'call')).toBe(0);
  await call('today', Date.now());
  expect(await statusOf(user, 'call')).toBe(1);

  await api.call('updateProfile', { about: 'Hello', country: 'IN' }, { user });
  expect(await statusOf(user, 'profile')).toBe(0);
  await api.pool.query(`update profile set avatar_url = '/media/x' where uid = $1`, [user.id]);
  await api.call('updateProfile', { settings: { allowNotifications: true } }, { user });
  expect((await tasksOf(user)).coins).toBe(20 + 20 + 30 + 80 + 40);

  let silver = 0;
  for (const [task, coins] of [
    ['reply', 20],
    ['call', 30],
    ['profile', 80],
    ['notifications', 40],
    ['install', 150],
  ] as const) {
    silver += coins;
    expect((await claim(user, task)).data).toEqual({ taskStatus: 2, coins, silverBalance: silver });
    expect((await claim(user, task)).status).toBe(422);
  }
  expect((await tasksOf(user)).userTaskInfos.map(({ taskStatus }) => taskStatus)).toEqual([2, 2, 2, 2, 2]);
});

test('fifty simultaneous check-ins pay once, and fifty simultaneous openings of the lucky box draw once', async () => {
  const user = await guest();
  const claims = await Promise.all(Array.from({ length: 50 }, () => claim(user, 'check_in')));
  expect(claims.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(claims.filter(({ status }) => status === 422)).toHaveLength(49);
  const opened = await Promise.all(
    Array.from({ length: 50 }, () => api.call('reward', { rewardType: 1, open: true }, { user })),
  );
  expect(new Set(opened.map(({ data }) => data.luckyBox?.won)).size).toBe(1);
  expect(await silverOf(user)).toBe(20 + (opened[0]?.data.luckyBox?.won ?? 0));
  const { rows } = await api.pool.query('select count(*)::int as draws from lucky_draw where uid = $1', [user.id]);
  expect(rows).toEqual([{ draws: 1 }]);
});

test('one of fifty accounts on a device gets the silver when all check in at once', async () => {
  const users = await Promise.all(Array.from({ length: 50 }, () => api.guest('fifty')));
  const claims = await Promise.all(users.map((user) => claim(user, 'check_in')));
  expect(claims.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('the lucky box shows its odds, opens once a day after the check-in, and each roll wins according to the odds', async () => {
  const user = await guest();
  const { id: uid } = user;
  const shown = (await api.call('reward', { rewardType: 1 }, { user })).data.luckyBox;
  expect(shown).toMatchObject({ available: false, nextAt: 0, oddsVersion: 1 });
  expect(shown?.odds.reduce((sum, { of10000 }) => sum + of10000, 0)).toBe(10_000);
  expect((await api.call('reward', { rewardType: 1, open: true }, { user })).status).toBe(403);
  const won: number[] = [];
  for (const [day, roll] of [
    0, 3_999, 4_000, 6_999, 7_000, 8_799, 8_800, 9_749, 9_750, 9_949, 9_950, 9_999,
  ].entries()) {
    const now = NOON + day * DAY_MS;
    await claimTask(api.db, uid, 'check_in', now);
    const asked = { uid, open: true, enabled: true, now };
    const opened = await luckyBox(api.db, asked, () => roll);
    if (opened.ok) won.push(opened.value.luckyBox?.won ?? 0);
    // A second opening on the same day does not roll again.
    expect(await luckyBox(api.db, asked, () => 9_999)).toMatchObject({ value: { luckyBox: { won: won[day] } } });
  }
  expect(won).toEqual([5, 5, 10, 10, 20, 20, 50, 50, 100, 100, 200, 200]);
  const after = await luckyBox(api.db, { uid, open: false, enabled: true, now: NOON });
  expect(after).toMatchObject({ value: { luckyBox: { available: false, won: 5, nextAt: startOf(dayOf(NOON) + 1) } } });
});

test('the lucky box cannot be opened when the operator closed it', async () => {
  const user = await guest();
  await claim(user, 'check_in');
  await changeSiteSetting(api.db, 'enableLuckyBox', false);
  expect((await api.call('reward', { rewardType: 1 }, { user })).data.luckyBox?.available).toBe(false);
  expect((await api.call('reward', { rewardType: 1, open: true }, { user })).status).toBe(403);
  await changeSiteSetting(api.db, 'enableLuckyBox', undefined);
  expect((await api.call('reward', { rewardType: 1 }, { user })).data.luckyBox?.available).toBe(true);
});

test('the check-in reminder stays as it was set, and claims and draws cannot be changed or deleted', async () => {
  const user = await guest();
  expect((await tasksOf(user)).isRemindCheckIn).toBe(false);
  for (const on of [true, false, true]) {
    const { data } = await api.call('checkInNotification', { isRemindCheckIn: on }, { user });
    expect(data.isRemindCheckIn).toBe(on);
    expect((await tasksOf(user)).isRemindCheckIn).toBe(on);
  }
  for (const change of [
    'update reward_claim set coins = 1000',
    'delete from reward_claim',
    'truncate reward_claim',
    'update lucky_draw set coins = 200',
    'delete from lucky_draw',
    'truncate lucky_draw',
  ]) {
    await expect(api.pool.query(change)).rejects.toMatchObject({ code: '23001' });
  }
});

test('each reward is one entry of the silver record, and the audit detects a claim without its silver', async () => {
  const user = await guest();
  await claimTask(api.db, user.id, 'check_in', NOON);
  await claimTask(api.db, user.id, 'check_in', NOON + DAY_MS);
  await claim(user, 'install');
  const { records, nextCursor } = (await api.call('clubRewardRecord', { limit: 2 }, { user })).data;
  expect(records).toMatchObject([
    { amount: 150, after: 200, subject: 'task', subjectId: 'install' },
    { amount: 30, after: 50, subject: 'task', subjectId: `check_in:${dayOf(NOON) + 1}` },
  ]);
  const older = (await api.call('clubRewardRecord', { cursor: nextCursor }, { user })).data;
  expect(older.records).toMatchObject([{ amount: 20, after: 20, subjectId: `check_in:${dayOf(NOON)}` }]);

  const broken = await api.db
    .transaction(async (tx) => {
      await tx.insert(rewardClaim).values({ task: 'call', owner: `uid:${user.id}`, day: 1, uid: user.id, coins: 30 });
      throw new Error((await auditLedger(tx)).join());
    })
    .catch((error: Error) => error.message);
  expect(broken).toBe('what people have was credited to them, less what went back,claims and draws have their silver');
});
