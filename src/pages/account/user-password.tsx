import { useState } from 'react';
import { useAppState } from '../../data/use-app-state.ts';
import { Arrive } from '../../features/account/login/arrive.tsx';
import { PasswordPopup } from '../../features/account/login/login-views.tsx';
import { PasswordForm } from '../../features/account/login/password-form.tsx';
import { RestoreOffer } from '../../features/account/login/restore-offer.tsx';
import { useSignIn } from '../../features/account/login/use-sign-in.ts';
import { useClosePopup } from '../../routing/popup-history.ts';
import { Lazy, partOf, renderNothing } from '../../ui/lazy.tsx';

const forgotPassword = partOf(() => import('../../features/account/recovery/forgot-password.tsx'));

/** Route /userpassword: the login by user id and password, as a popup; offers the recovery of a password where the server has it. */
const UserPasswordPage = () => {
  const { recovery: offersRecovery = false, demo: isDemo = false } = useAppState('config') ?? {};
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
      <PasswordPopup onClose={useClosePopup()} isDemo={isDemo}>
        {isRecovering ? null : <PasswordForm />}
        {closing ? (
          <RestoreOffer until={closing.until} busy={busy} onRestore={restore} />
        ) : offersRecovery ? (
          <Lazy part={forgotPassword} missing={renderNothing} with={recovery} />
        ) : null}
      </PasswordPopup>
    </Arrive>
  );
};
export default UserPasswordPage;
