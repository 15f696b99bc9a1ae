import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LazyDialog } from '../../../ui/dialog/lazy-dialog.tsx';
import { Button } from '../../../ui/input/button.tsx';
import { partOf } from '../../../ui/lazy.tsx';

const signOutSheet = partOf(() => import('./sign-out-sheet.tsx'));

/** Button that signs out, after a confirmation. */
export const SignOut = () => {
  const { t } = useTranslation('settings');
  const [isConfirming, setConfirming] = useState(false);
  return (
    <>
      <Button variant="danger" wide onClick={() => setConfirming(true)}>
        <LogOut size={20} />
        {t('logout')}
      </Button>
      {isConfirming ? <LazyDialog part={signOutSheet} with={{ onClose: () => setConfirming(false) }} /> : null}
    </>
  );
};
