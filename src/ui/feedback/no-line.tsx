import { WifiOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useIsOutdated } from '../../core/new-build.ts';
import { Button } from '../input/button.tsx';
import { Empty } from './empty.tsx';
import { Outdated } from './outdated.tsx';

type Props = {
  /** Names the content that is unavailable. */
  readonly text?: string;
  readonly level?: 'h1' | 'h2';
  readonly busy?: boolean;
  readonly onRetry: () => void;
};

/**
 * Placeholder with a retry button, for a page or script that is not stored on this device and cannot be fetched. It does not
 * retry by itself; the caller retries when the network is back. If the server no longer has the scripts of this build, it offers a reload
 * instead.
 */
export const NoLine = ({ text, level = 'h2', busy = false, onRetry }: Props) => {
  const { t } = useTranslation(['connection', 'errors', 'common']);
  if (useIsOutdated()) return <Outdated level={level} />;
  return (
    <Empty
      level={level}
      art={<WifiOff size={40} />}
      title={t('offline')}
      text={text ?? t('errors:offline')}
      action={
        <Button variant="primary" disabled={busy} onClick={onRetry}>
          {t('common:retry')}
        </Button>
      }
    />
  );
};
