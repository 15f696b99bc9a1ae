import { css } from '@emotion/react';
import { BellRing, Gift } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { LOGIN } from '#contract/paths.ts';
import type { TaskKey } from '#contract/rewards/endpoints.ts';
import { CHECK_IN_SILVER, TASK_SILVER, type TaskName } from '#contract/rewards/rules.ts';
import { core, userActions } from '../../../core/core.ts';
import { useSession } from '../../../data/session.tsx';
import { useAppState } from '../../../data/use-app-state.ts';
import { useRefresh } from '../../../data/use-refresh.ts';
import { explain } from '../../../i18n/errors.ts';
import { formatNumber } from '../../../i18n/format.ts';
import { CLUB } from '../../../paths.ts';
import { openPanel } from '../../../ui/dialog/panel.ts';
import { FailedNote } from '../../../ui/feedback/failed-note.tsx';
import { reportFailure } from '../../../ui/feedback/report.ts';
import { showToast } from '../../../ui/feedback/toast.ts';
import { Button, buttonStyle } from '../../../ui/input/button.tsx';
import { Switch } from '../../../ui/input/switch.tsx';
import { Group } from '../../../ui/layout/group.tsx';
import { Amount } from '../../../ui/mark/amount.tsx';
import { IconTile } from '../../../ui/mark/icon-tile.tsx';
import { color, space } from '../../../ui/style/tokens.ts';
import { CheckIn } from './check-in.tsx';
import { TaskList } from './task-list.tsx';

const styles = {
  root: css({ display: 'grid', gap: space(5) }),
  head: css({
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: space(3),
  }),
  lead: css({ color: color.soft, textWrap: 'pretty', flex: '1 1 220px' }),
  ways: css({ display: 'flex', flexWrap: 'wrap', gap: space(3), '& > *': { flex: '1 1 160px' } }),
};

/** Days and tasks of the rules, shown to signed-out visitors and until those of the account are known. */
const DAYS = CHECK_IN_SILVER.map((coins, at) => ({ day: at + 1, coins, state: 'open' as const }));
const TASKS = (Object.keys(TASK_SILVER) as TaskName[]).map((taskKey) => ({
  taskKey,
  taskStatus: 0,
  coins: TASK_SILVER[taskKey],
}));

async function allowed(): Promise<boolean> {
  if (!('Notification' in window)) return false;
  return (await Notification.requestPermission()) === 'granted';
}

/** Daily check-in and tasks with their rewards in silver, the entrance of the lucky box, and the switch of the reminder. */
export const TaskScreen = () => {
  const { t } = useTranslation('rewards');
  const signedIn = Boolean(useSession());
  const tasks = useAppState('tasks');
  const silver = useAppState('account')?.silverBalance ?? 0;
  const canOpenBox = useAppState('site')?.common?.enableLuckyBox ?? false;
  const [isBusy, setBusy] = useState(false);
  const error = useRefresh(core.refreshTasks, signedIn);

  const claim = async (task: TaskKey) => {
    setBusy(true);
    const result = await userActions.claimTask(task);
    setBusy(false);
    if (!result.ok) return reportFailure(result);
    const { coins } = result.value;
    if (coins > 0) showToast(t('tasks.won', { silver: formatNumber(coins) }), 'good');
    else showToast(t('tasks.notYet'));
    if (task === 'check_in' && canOpenBox) openPanel('luckyBox', {});
  };
  const allow = async () => {
    if (!(await allowed())) return showToast(t('tasks.denied'), 'bad');
    await core.changeSettings({ allowNotifications: true });
    await claim('notifications');
  };
  const remind = async (isOn: boolean) => reportFailure(await core.setCheckInReminder(isOn));

  return (
    <div css={styles.root}>
      <div css={styles.head}>
        <p css={styles.lead}>{t('tasks.lead')}</p>
        {signedIn ? <Amount kind="silver" value={silver} label={t('club.balance')} large /> : null}
      </div>
      {error ? <FailedNote text={error.code === 'offline' ? t('tasks.offline') : explain(error)} /> : null}
      <CheckIn
        days={tasks?.days ?? DAYS}
        nextAt={tasks?.nextAt ?? 0}
        isBusy={isBusy || error !== undefined}
        onCheckIn={() => void claim('check_in')}
      />
      {signedIn ? (
        <div css={styles.ways}>
          {canOpenBox ? (
            <Button onClick={() => openPanel('luckyBox', {})}>
              <Gift size={20} aria-hidden="true" />
              {t('lucky.title')}
            </Button>
          ) : null}
          <Link href={CLUB} css={buttonStyle} data-look="plain">
            {t('tasks.spend')}
          </Link>
        </div>
      ) : (
        <Link href={`${LOGIN}?next=%2Ftask`} css={buttonStyle} data-look="primary">
          {t('tasks.signIn')}
        </Link>
      )}
      <TaskList
        tasks={tasks?.tasks ?? TASKS}
        isBusy={isBusy || error !== undefined || !signedIn}
        onClaim={(task) => void claim(task)}
        onAllow={() => void allow()}
      />
      {signedIn ? (
        <Group>
          <Switch
            label={t('tasks.remind')}
            hint={t('tasks.remindHint')}
            icon={
              <IconTile tone={0}>
                <BellRing size={18} />
              </IconTile>
            }
            on={tasks?.isReminded ?? false}
            disabled={tasks === undefined || error !== undefined}
            onSwitch={(on) => void remind(on)}
          />
        </Group>
      ) : null}
    </div>
  );
};
