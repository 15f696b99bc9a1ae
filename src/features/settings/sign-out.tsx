import { LogOut } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';

const SignOutSheet = lazy(() => import('./sign-out-sheet.tsx'));

export const SignOut = () => {
  const { t } = useTranslation('settings');
  const [asked, setAsked] = useState(false);
  return (
    <>
      <Button look="danger" wide onClick={() => setAsked(true)}>
        <LogOut size={20} />
        {t('logout')}
      </Button>
      {asked ? (
        <Suspense fallback={null}>
          <SignOutSheet onClose={() => setAsked(false)} />
        </Suspense>
      ) : null}
    </>
  );
};
