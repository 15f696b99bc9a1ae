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
  const [asked, setAsked] = useState(false);
  return (
    <>
      <Button look="danger" wide onClick={() => setAsked(true)}>
        <LogOut size={20} />
        {t('logout')}
      </Button>
      {asked ? <LazyDialog part={signOutSheet} with={{ onClose: () => setAsked(false) }} /> : null}
    </>
  );
};
