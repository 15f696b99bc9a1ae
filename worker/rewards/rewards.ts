import { ROLE_ANCHOR } from '#contract/account/rules.ts';
import type { Track } from '#contract/analytics/events.ts';
import type { CommandsOf } from '#contract/command.ts';
import { needLogin } from '#contract/errors.ts';
import { fail, ok, type Result } from '#contract/result.ts';
import type { rewardCommands } from '#contract/rewards/commands.ts';
import type { Api } from '../api/client.ts';
import { queued } from '../api/enqueue.ts';
import type { ApiQueue } from '../api/queue.ts';
import type { CorePart } from '../base/part.ts';
import { guardAccount } from '../base/session-row.ts';
import type { GiftPackRow, LuckyBoxRow, SilverRow, TasksRow } from '../db/reward-rows.ts';
import type { AppDb, SessionRow } from '../db/schema.ts';
import { saveSilverBalance } from '../wallet/balance.ts';

/** The dependencies of the rewards part. */
export type RewardsPorts = {
  readonly app: AppDb;
  readonly api: Pick<Api, 'call'>;
  readonly queue: Pick<ApiQueue, 'kick'>;
  readonly session: () => Promise<SessionRow | undefined>;
  readonly track: Track;
};
/** The core part for tasks, check-in, lucky box, gift pack and silver history. */
export type Rewards = CorePart<CommandsOf<typeof rewardCommands>>;

/** Creates the rewards part: tasks, check-in, lucky box, gift pack and silver history. All amounts come from the server. */
export function createRewards({ app, api, queue, session, track }: RewardsPorts): Rewards {
  /** Stores a fetched row, unless another account is signed in by now. */
  async function keep(
    isStillSignedIn: () => Promise<boolean>,
    row: TasksRow | LuckyBoxRow | GiftPackRow | SilverRow,
    silver?: number,
  ): Promise<void> {
    await app.transaction('rw', app.state, async () => {
      if (!(await isStillSignedIn())) return;
      await app.state.put(row);
      if (silver !== undefined) await saveSilverBalance(app, silver);
    });
  }

  async function refreshTasks(): Promise<Result<null>> {
    if (!(await session())) return fail(needLogin);
    const isStillSignedIn = await guardAccount(app);
    const answer = await api.call('userTasksInfo', {});
    if (!answer.ok) return answer;
    const { value } = answer;
    const row: TasksRow = {
      key: 'tasks',
      fetchedAt: Date.now(),
      nextAt: Date.now() + value.nextCheckInCountdown * 1_000,
      checkInDays: value.checkInDays,
      days: value.checkInTaskInfo,
      coins: value.coins,
      isReminded: value.isRemindCheckIn,
      tasks: value.userTaskInfos,
    };
    await keep(isStillSignedIn, row, value.silverBalance);
    return ok(null);
  }

  async function askLuckyBox(open: boolean): Promise<Result<LuckyBoxRow>> {
    if (!(await session())) return fail(needLogin);
    const isStillSignedIn = await guardAccount(app);
    const answer = await api.call('reward', { rewardType: 1, open });
    if (!answer.ok) return answer;
    const { luckyBox, silverBalance } = answer.value;
    if (!luckyBox) return fail({ code: 'server-error' });
    const row: LuckyBoxRow = { key: 'luckyBox', ...luckyBox };
    await keep(isStillSignedIn, row, silverBalance);
    return ok(row);
  }

  return {
    queuedCalls: {
      userTasksCompleted: {
        isShown: false,
        onTaken: async () => void (await refreshTasks()),
      },
    },
    commands: {
      refreshTasks,
      async claimTask(task) {
        if (!(await session())) return fail(needLogin);
        const answer = await api.call('userTasksCompleted', { taskKey: task });
        if (answer.ok && task === 'check_in') track('check_in', {});
        // The tasks are fetched also after a failure: the server decides what can be claimed now.
        await refreshTasks();
        return answer.ok ? ok({ coins: answer.value.coins }) : answer;
      },
      async noteInstalled() {
        const isNew = await app.transaction('rw', [app.state, app.apiQueue], async () => {
          const [row, account] = [await session(), await app.state.get('account')];
          // Hosts have no tasks. While the age is unconfirmed the server would refuse, so the next start tries again.
          if (!row || row.role === ROLE_ANCHOR || account?.key !== 'account' || account.adult === false) return false;
          if (await app.state.get('installed')) return false;
          await app.state.put({ key: 'installed', uid: row.uid });
          await app.apiQueue.add(queued(row, 'userTasksCompleted', { taskKey: 'install' }));
          return true;
        });
        if (isNew) queue.kick();
        return ok(null);
      },
      async setCheckInReminder(isOn) {
        if (!(await session())) return fail(needLogin);
        const isStillSignedIn = await guardAccount(app);
        const answer = await api.call('checkInNotification', { isRemindCheckIn: isOn });
        if (!answer.ok) return answer;
        await app.transaction('rw', app.state, async () => {
          const row = await app.state.get('tasks');
          if (row?.key === 'tasks' && (await isStillSignedIn())) {
            await app.state.put({ ...row, isReminded: answer.value.isRemindCheckIn });
          }
        });
        return ok(null);
      },
      async refreshLuckyBox() {
        const answer = await askLuckyBox(false);
        return answer.ok ? ok(null) : answer;
      },
      async openLuckyBox() {
        const answer = await askLuckyBox(true);
        if (!answer.ok) return answer;
        const { won } = answer.value;
        return won === undefined ? fail({ code: 'server-error' }) : ok({ won });
      },
      async refreshGiftPack() {
        if (!(await session())) return fail(needLogin);
        const isStillSignedIn = await guardAccount(app);
        const answer = await api.call('reward', { rewardType: 3 });
        if (!answer.ok) return answer;
        const { pack = null, silverBalance } = answer.value;
        await keep(isStillSignedIn, { key: 'giftPack', fetchedAt: Date.now(), pack }, silverBalance);
        return ok(null);
      },
      async readSilver(cursor) {
        if (!(await session())) return fail(needLogin);
        const isStillSignedIn = await guardAccount(app);
        const answer = await api.call('clubRewardRecord', { cursor });
        if (!answer.ok) return answer;
        const { records, nextCursor } = answer.value;
        await app.transaction('rw', app.state, async () => {
          if (!(await isStillSignedIn())) return;
          const row = await app.state.get('silver');
          const before = row?.key === 'silver' ? row : undefined;
          // A repeated page, or one that does not follow the stored lines, is ignored.
          if (cursor !== '' && before?.nextCursor !== cursor) return;
          const earlier = cursor === '' ? [] : (before?.lines ?? []);
          await app.state.put({ key: 'silver', lines: [...earlier, ...records], nextCursor });
        });
        return ok(null);
      },
    },
  };
}
