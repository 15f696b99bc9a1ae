import { useTranslation } from 'react-i18next';
import { Link, useSearch } from 'wouter';
import { Arrive } from '../../features/account/login/arrive.tsx';
import { DemoHint } from '../../features/account/login/demo-hint.tsx';
import { PasswordForm } from '../../features/account/login/password-form.tsx';
import { LOGIN } from '../../paths.ts';
import { useClosePopup } from '../../routing/popup-history.ts';
import { Popup } from '../../ui/dialog/popup.tsx';
import { buttonStyle } from '../../ui/input/button.tsx';

const UserPasswordPage = () => {
  const { t } = useTranslation('login');
  const search = useSearch();
  return (
    <Arrive>
      <Popup onClose={useClosePopup()} title={t('welcomeBack')}>
        <PasswordForm />
        <Link href={search ? `${LOGIN}?${search}` : LOGIN} css={buttonStyle} data-look="quiet">
          {t('otherWays')}
        </Link>
        <DemoHint />
      </Popup>
    </Arrive>
  );
};
export default UserPasswordPage;
