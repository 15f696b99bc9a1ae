import { useTranslation } from 'react-i18next';
import { Link, useSearch } from 'wouter';
import { LOGIN } from '../app/paths.ts';
import { useClosePopup } from '../app/popup-history.ts';
import { Arrive } from '../features/login/arrive.tsx';
import { DemoHint } from '../features/login/demo-hint.tsx';
import { PasswordForm } from '../features/login/password-form.tsx';
import { buttonStyle } from '../ui/button.tsx';
import { Popup } from '../ui/popup.tsx';

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
