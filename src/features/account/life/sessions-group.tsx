import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { AppError } from '#contract/result.ts';
import { core } from '../../../core/core.ts';
import { useAppState } from '../../../data/use-app-state.ts';
import { useRefreshing } from '../../../data/use-refresh.ts';
import { explain } from '../../../i18n/errors.ts';
import { formatDay } from '../../../i18n/format.ts';
import { FailedNote } from '../../../ui/feedback/failed-note.tsx';
import { reportOutcome } from '../../../ui/feedback/report.ts';
import { RowSkeletons } from '../../../ui/feedback/skeleton.tsx';
import { Button } from '../../../ui/input/button.tsx';
import { Group, PlainRow } from '../../../ui/layout/group.tsx';
import { DeviceIcon } from './device-icon.tsx';

const LOOK_AGAIN_MS = 10_000;

/** Refreshes the sessions on mount, every 10 s while the page is visible, and when it becomes visible. Returns the last error. */
function useSessionsFresh(): AppError | undefined {
  const { error, refresh } = useRefreshing(() => core.refreshSessions());
  const again = useEffectEvent(refresh);
  useEffect(() => {
    const refreshIfVisible = () => {
      if (document.visibilityState === 'visible') void again();
    };
    const timer = setInterval(refreshIfVisible, LOOK_AGAIN_MS);
    document.addEventListener('visibilitychange', refreshIfVisible);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', refreshIfVisible);
    };
  }, []);
  return error;
}

/** Security settings: sessions of the account, each but the current one with a button that ends it. */
export const SessionsGroup = () => {
  const { t } = useTranslation('life');
  const error = useSessionsFresh();
  const sessions = useAppState('sessions')?.sessions;
  if (!sessions)
    return (
      <Group title={t('sessions.title')}>
        {error ? <FailedNote text={explain(error)} /> : <RowSkeletons count={2} />}
      </Group>
    );
  const end = async (id: string) => reportOutcome(await core.endSession(id), t('sessions.ended'));
  return (
    <Group title={t('sessions.title')}>
      {sessions.map(({ id, platform, browser, seenAt, own }) => {
        const name = [platform, browser].filter((part) => part !== '').join(' · ') || t('sessions.unknown');
        return (
          <PlainRow
            key={id}
            icon={<DeviceIcon platform={platform} />}
            label={name}
            hint={own ? t('sessions.own') : t('sessions.seen', { date: formatDay(seenAt, Date.now()) })}
            action={
              own ? null : (
                <Button small aria-label={t('sessions.endName', { name })} onClick={() => void end(id)}>
                  {t('sessions.end')}
                </Button>
              )
            }
          />
        );
      })}
    </Group>
  );
};
