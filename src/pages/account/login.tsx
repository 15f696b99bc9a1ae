import { useState } from 'react';
import { Arrive } from '../../features/account/login/arrive.tsx';
import { LoginPopup } from '../../features/account/login/login-views.tsx';
import { LoginWays } from '../../features/account/login/login-ways.tsx';
import { useClosePopup } from '../../routing/popup-history.ts';
import { Lazy, partOf, renderNothing } from '../../ui/lazy.tsx';

// The popup that Google has redirected here, with the token in the fragment, hands the token over and closes.
if (location.hash.includes('id_token='))
  void import('../../core/google.ts').then(({ handOverGoogle }) => handOverGoogle(location.hash));

const arriving = partOf(() => import('../../features/account/life/arriving.tsx'));

/**
 * Returns the code of a device transfer in the URL's fragment; '' without one. It is removed from the URL, so that it is neither shown nor
 * stored in the history.
 */
function takeMoveCode(): string {
  const code = /^#move=([\w-]{22})$/.exec(location.hash)?.[1] ?? '';
  if (code !== '') history.replaceState(history.state, '', location.pathname + location.search);
  return code;
}

/** Route /login: the ways to sign in, as a popup; with the code of a device transfer in the fragment, the transfer to this device. */
const LoginPage = () => {
  const [code, setCode] = useState(takeMoveCode);
  return (
    <Arrive>
      <LoginPopup onClose={useClosePopup()}>
        {code === '' ? (
          <LoginWays />
        ) : (
          <Lazy part={arriving} missing={renderNothing} with={{ code, onOther: () => setCode('') }} />
        )}
      </LoginPopup>
    </Arrive>
  );
};
export default LoginPage;
