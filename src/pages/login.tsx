import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Arrive } from '../features/account/login/arrive.tsx';
import { LoginWays } from '../features/account/login/login-ways.tsx';
import { useClosePopup } from '../routing/popup-history.ts';
import { Later, nothing, partOf } from '../ui/later.tsx';
import { Popup } from '../ui/popup.tsx';

/** Google's popup is redirected to this page too. */
if (location.hash.includes('id_token='))
  void import('../features/account/login/google.ts').then(({ handOverGoogle }) => handOverGoogle(location.hash));

const arriving = partOf(() => import('../features/account/life/arriving.tsx'));

/** The code of an account that comes from another device; taken out of the address, which is shown and kept. */
function takeMoveCode(): string {
  const code = /^#move=([\w-]{22})$/.exec(location.hash)?.[1] ?? '';
  if (code !== '') history.replaceState(history.state, '', location.pathname + location.search);
  return code;
}

const LoginPage = () => {
  const { t } = useTranslation('login');
  const [code, setCode] = useState(takeMoveCode);
  return (
    <Arrive>
      <Popup onClose={useClosePopup()} title={t('headline')} lead={t('lead')}>
        {code === '' ? (
          <LoginWays />
        ) : (
          <Later part={arriving} missing={nothing} with={{ code, onOther: () => setCode('') }} />
        )}
      </Popup>
    </Arrive>
  );
};
export default LoginPage;
