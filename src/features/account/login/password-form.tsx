import { type FormEvent, useEffect, useState } from 'react';
import { typedDigits } from '#contract/text/typed-digits.ts';
import { hasPasskeys } from '../../../core/passkey-support.ts';
import { explain } from '../../../i18n/errors.ts';
import { PasswordFormView, type WrongFields } from './login-views.tsx';
import { RestoreOffer } from './restore-offer.tsx';
import { useSignIn } from './use-sign-in.ts';

function check(uid: string, passwd: string): WrongFields {
  return {
    ...(uid === '' ? { uid: 'uidMissing' as const } : /^[1-9]\d{0,14}$/.test(uid) ? {} : { uid: 'uidDigits' as const }),
    ...(passwd === '' ? { passwd: 'passwdMissing' as const } : {}),
  };
}

/**
 * Login with user id and password (product 2.1), or with a passkey from the autofill of the user id. Errors appear beside the fields after
 * the first attempt.
 */
export const PasswordForm = () => {
  const { busy, error, closing, signIn, restore } = useSignIn();
  const [uid, setUid] = useState('');
  const [passwd, setPasswd] = useState('');
  const [shown, setShown] = useState(false);
  const [tried, setTried] = useState(false);
  useEffect(() => {
    if (!hasPasskeys()) return;
    let isShown = true;
    const offer = import('../../../core/passkeys.ts').then(
      ({ offerInAutofill }) =>
        isShown ? offerInAutofill((assertion) => void signIn({ way: 'passkey', assertion })) : undefined,
      () => undefined,
    );
    return () => {
      isShown = false;
      void offer.then((end) => end?.());
    };
  }, [signIn]);
  const number = typedDigits(uid);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    const { uid: badUid, passwd: badPasswd } = check(number, passwd);
    if (!badUid && !badPasswd) void signIn({ way: 'password', uid: Number(number), passwd });
  };

  if (closing) return <RestoreOffer until={closing.until} busy={busy} onRestore={restore} />;
  return (
    <PasswordFormView
      uid={uid}
      passwd={passwd}
      isShown={shown}
      wrong={tried ? check(number, passwd) : {}}
      busy={busy}
      fault={error ? explain(error) : ''}
      onUid={setUid}
      onPasswd={setPasswd}
      onShown={setShown}
      onSubmit={submit}
    />
  );
};
