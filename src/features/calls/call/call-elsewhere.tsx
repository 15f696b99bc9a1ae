import { PhoneOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { CallRow } from '#db/schema.ts';
import { Empty } from '../../../ui/feedback/empty.tsx';
import { Button } from '../../../ui/input/button.tsx';
import { CallFrame } from './call-frame.tsx';
import { rejoinCall } from './media/rejoin-call.ts';

type Props = { readonly call: CallRow; readonly onClose: () => void };

/** Shown if another tab owns the call, or its tab was closed: this tab can take the call over. */
export const CallElsewhere = ({ call: { peer, rejoinUntil }, onClose }: Props) => {
  const { t } = useTranslation(['call', 'common']);
  const lost = rejoinUntil > 0;
  return (
    <CallFrame>
      <Empty
        level="h1"
        art={<PhoneOff size={40} />}
        title={t(lost ? 'rejoin' : 'elsewhere', { name: peer.nickName })}
        text=""
        action={
          <>
            <Button variant="primary" onClick={() => void rejoinCall()}>
              {t(lost ? 'rejoinAction' : 'moveHere')}
            </Button>{' '}
            <Button onClick={onClose}>{t('common:back')}</Button>
          </>
        }
      />
    </CallFrame>
  );
};
