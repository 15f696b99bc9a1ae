import { useTranslation } from 'react-i18next';
import { Arrive } from '../features/account/login/arrive.tsx';
import { LoginWays } from '../features/account/login/login-ways.tsx';
import { useClosePopup } from '../routing/popup-history.ts';
import { Popup } from '../ui/popup.tsx';

/** Google's popup is redirected to this page too. */
if (location.hash.includes('id_token='))
  void import('../features/account/login/google.ts').then(({ handOverGoogle }) => handOverGoogle(location.hash));

const LoginPage = () => {
  const { t } = useTranslation('login');
  return (
    <Arrive>
      <Popup onClose={useClosePopup()} title={t('headline')} lead={t('lead')}>
        <LoginWays />
      </Popup>
    </Arrive>
  );
};
export default LoginPage;
