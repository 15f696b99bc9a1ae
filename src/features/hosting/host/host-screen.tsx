import { css } from '@emotion/react';
import { WifiOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { core } from '../../../core/core.ts';
import { useAppState } from '../../../data/use-app-state.ts';
import { useRefreshing } from '../../../data/use-refresh.ts';
import { explain } from '../../../i18n/errors.ts';
import { Empty } from '../../../ui/feedback/empty.tsx';
import { FailedNote } from '../../../ui/feedback/failed-note.tsx';
import { RowSkeletons } from '../../../ui/feedback/skeleton.tsx';
import { Button } from '../../../ui/input/button.tsx';
import { space } from '../../../ui/style/tokens.ts';
import { HostApplication } from './application.tsx';
import { Availability } from './availability.tsx';
import { Earnings } from './earnings.tsx';
import { Payouts } from './payouts.tsx';
import { Price } from './price.tsx';
import { WeeklyHours } from './weekly-hours.tsx';

const styles = { root: css({ display: 'grid', gap: space(5), minInlineSize: 0 }) };

/**
 * The page of hosting. For a host: availability, weekly hours, price, earnings and payouts. For any other account: the application; for a
 * suspended host also earnings and payouts.
 */
export const HostScreen = () => {
  const { t } = useTranslation(['hosting', 'common']);
  const hosting = useAppState('hosting');
  const { error, busy, refresh } = useRefreshing(() => core.refreshHosting());
  if (!hosting) {
    if (busy || !error) return <RowSkeletons count={6} />;
    const retry = (
      <Button small disabled={busy} onClick={() => void refresh()}>
        {t('common:retry')}
      </Button>
    );
    return <Empty art={<WifiOff size={40} />} title={t('failed')} text={explain(error)} action={retry} />;
  }
  return (
    <div css={styles.root}>
      {error ? <FailedNote text={explain(error)} /> : null}
      {hosting.host ? (
        <>
          <Availability host={hosting.host} />
          <WeeklyHours host={hosting.host} />
          <Price host={hosting.host} />
          <Earnings />
          <Payouts />
        </>
      ) : (
        <>
          <HostApplication hosting={hosting} />
          {hosting.state === 'suspended' ? (
            <>
              <Earnings />
              <Payouts />
            </>
          ) : null}
        </>
      )}
    </div>
  );
};
