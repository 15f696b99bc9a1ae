import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearch } from 'wouter';
import { useAppState } from '../../data/use-app-state.ts';
import { Arrive } from '../../features/account/login/arrive.tsx';
import { DemoHint } from '../../features/account/login/demo-hint.tsx';
import { PasswordForm } from '../../features/account/login/password-form.tsx';
import { RestoreOffer } from '../../features/account/login/restore-offer.tsx';
import { useSignIn } from '../../features/account/login/use-sign-in.ts';
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
  const { busy, error, closing, signIn, restore } = useSignIn();
  const recovery = {
    isOpen: isRecovering,
    onOpen: setRecovering,
    signIn: (uid: number, passwd: string) => signIn({ way: 'password', uid, passwd }),
    isSigningIn: busy,
    error,
  };
  return (
    <Arrive>
      <Popup onClose={useClosePopup()} title={t('welcomeBack')}>
        {isRecovering ? null : <PasswordForm />}
        {closing ? (
          <RestoreOffer until={closing.until} busy={busy} onRestore={restore} />
        ) : offersRecovery ? (
          <Lazy part={forgotPassword} missing={renderNothing} with={recovery} />
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
