import { WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { AppError } from '#contract/result.ts';
import { explain } from '../../../i18n/errors.ts';
import { Banner } from '../../../ui/feedback/banner.tsx';
import { Empty } from '../../../ui/feedback/empty.tsx';
import { RowSkeletons } from '../../../ui/feedback/skeleton.tsx';
import { Button } from '../../../ui/input/button.tsx';
import { rowStyles } from './styles.ts';

type Props = {
  readonly error: AppError | undefined;
  readonly busy: boolean;
  readonly refresh: () => void;
  readonly readMore: () => void;
  /** Whether there is content to show: the list was stored on this device or loaded before. */
  readonly isThere: boolean;
  readonly hasMore: boolean;
  readonly children: ReactNode;
};

/** Frame of each list of the payment history: loading state, error with retry, cached content, and a button that loads more. */
export const HistoryFrame = ({ error, busy, refresh, readMore, isThere, hasMore, children }: Props) => {
  const { t } = useTranslation(['history', 'common']);
  const retry = (
    <Button small disabled={busy} onClick={refresh}>
      {t('common:retry')}
    </Button>
  );
  if (!isThere) {
    if (busy || !error) return <RowSkeletons count={6} />;
    return <Empty art={<WifiOff size={40} />} title={t('failed')} text={explain(error)} action={retry} />;
  }
  return (
    <div css={rowStyles.root}>
      {error ? (
        <div css={rowStyles.note}>
          <Banner tone="warn" icon={<WifiOff size={20} />} title={t('kept')} text={explain(error)} action={retry} />
        </div>
      ) : null}
      {children}
      {hasMore ? (
        <Button disabled={busy} onClick={readMore}>
          {t('more')}
        </Button>
      ) : null}
    </div>
  );
};
