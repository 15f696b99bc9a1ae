import { WifiOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import { Empty } from './empty.tsx';

type Props = {
  /** What cannot be done meanwhile. */
  readonly text?: string;
  readonly level?: 'h1' | 'h2';
  readonly busy?: boolean;
  readonly onRetry: () => void;
};

/** In the place of what is not on this device and cannot be fetched now. Whoever draws it sees to it that it comes by itself. */
export const NoLine = ({ text, level = 'h2', busy = false, onRetry }: Props) => {
  const { t } = useTranslation(['connection', 'errors', 'common']);
  return (
    <Empty
      level={level}
      art={<WifiOff size={40} />}
      title={t('offline')}
      text={text ?? t('errors:offline')}
      action={
        <Button look="primary" disabled={busy} onClick={onRetry}>
          {t('common:retry')}
        </Button>
      }
    />
  );
};
