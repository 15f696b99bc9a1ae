import { PhoneMissed } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { CallFrame } from './call-frame.tsx';

type Props = { readonly text: string; readonly onRetry?: () => void; readonly onClose: () => void };

/** No call: why, and what to do. */
export const NoteScreen = ({ text, onRetry, onClose }: Props) => {
  const { t } = useTranslation(['call', 'common']);
  return (
    <CallFrame>
      <Empty
        level="h1"
        art={<PhoneMissed size={40} />}
        title={t('end.failed')}
        text={text}
        action={
          <>
            {onRetry ? (
              <Button look="primary" onClick={onRetry}>
                {t('common:retry')}
              </Button>
            ) : null}{' '}
            <Button onClick={onClose}>{t('common:back')}</Button>
          </>
        }
      />
    </CallFrame>
  );
};
