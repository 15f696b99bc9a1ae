import { css } from '@emotion/react';
import { CloudAlert, KeyRound, WifiOff } from 'lucide-react';
import { useEffect, useReducer, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { core } from '../../core/core.ts';
import { useSession } from '../../data/session.tsx';
import { useAppState } from '../../data/use-app-state.ts';
import { loginPath } from '../../routing/safe-path.ts';
import { useBanner } from '../../ui/dialog/prompts.ts';
import { Banner } from '../../ui/feedback/banner.tsx';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { Button, buttonStyle } from '../../ui/input/button.tsx';
import { type Outage, stepOutage, type Trouble, troubleOf } from './outage.ts';

const styles = { root: css({ flexShrink: 0 }) };

/** Returns the connection trouble to show now, and re-renders when the connection, the network or the elapsed time changes it. */
function useTrouble(): Trouble {
  const row = useAppState('connection');
  const outage = useRef<Outage>(null);
  const [, look] = useReducer((count: number) => count + 1, 0);
  const now = Date.now();
  outage.current = row ? stepOutage(outage.current, row.state, row.online, now) : null;
  const { trouble, nextMs } = troubleOf(outage.current, now);

  useEffect(() => {
    if (nextMs === 0) return;
    const timer = setTimeout(look, nextMs + 20);
    return () => clearTimeout(timer);
  });
  return trouble;
}

const Expired = () => {
  const { t } = useTranslation('connection');
  const [path] = useLocation();
  const action = (
    <Link href={loginPath(path)} css={buttonStyle} data-look="quiet" data-size="small">
      {t('signIn')}
    </Link>
  );
  return (
    <Banner tone="warn" icon={<KeyRound size={18} />} title={t('expired')} text={t('expiredText')} action={action} />
  );
};

const Current = () => {
  const { t } = useTranslation('connection');
  const session = useSession();
  const trouble = useTrouble();
  const isExpired = session?.status === 'expired';
  if (!useBanner('connection', isExpired || trouble !== 'none')) return null;
  if (isExpired) return <Expired />;
  switch (trouble) {
    case 'none':
      return null;
    case 'offline':
      return <Banner tone="calm" icon={<WifiOff size={18} />} title={t('offline')} text={t('offlineText')} />;
    case 'connecting':
      return <Banner tone="calm" icon={<Spinner />} title={t('connecting')} />;
    case 'problem': {
      const action = (
        <Button variant="quiet" small onClick={() => void core.wake('asked')}>
          {t('retry')}
        </Button>
      );
      return <Banner tone="warn" icon={<CloudAlert size={18} />} title={t('problem')} action={action} />;
    }
  }
};

/** Banner about connection problems and an expired session, with an action where the user can do something; empty otherwise. */
export const ConnectionBanner = () => {
  const { t } = useTranslation('connection');
  return (
    <div css={styles.root} role="status" aria-label={t('status')}>
      <Current />
    </div>
  );
};
