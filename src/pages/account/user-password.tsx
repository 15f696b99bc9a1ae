import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearch } from 'wouter';
import { useAppState } from '../../data/use-app-state.ts';
import { Arrive } from '../../features/account/login/arrive.tsx';
import { DemoHint } from '../../features/account/login/demo-hint.tsx';
import { PasswordForm } from '../../features/account/login/password-form.tsx';
import { LOGIN } from '../../paths.ts';
import { useClosePopup } from '../../routing/popup-history.ts';
import { Popup } from '../../ui/dialog/popup.tsx';
import { buttonStyle } from '../../ui/input/button.tsx';
import { Lazy, partOf, renderNothing } from '../../ui/lazy.tsx';

const forgotPassword = partOf(() => import('../../features/account/recovery/forgot-password.tsx'));

const UserPasswordPage = () => {
  const { t } = useTranslation('login');
  const search = useSearch();
  const offersRecovery = useAppState('config')?.recovery === true;
  const [isRecovering, setRecovering] = useState(false);
  return (
    <Arrive>
      <Popup onClose={useClosePopup()} title={t('welcomeBack')}>
        {isRecovering ? null : <PasswordForm />}
        {offersRecovery ? (
          <Lazy part={forgotPassword} missing={renderNothing} with={{ isOpen: isRecovering, onOpen: setRecovering }} />
        ) : null}
        <Link href={search ? `${LOGIN}?${search}` : LOGIN} css={buttonStyle} data-look="quiet">
          {t('otherWays')}
        </Link>
        <DemoHint />
      </Popup>
    </Arrive>
  );
};
export default UserPasswordPage;
