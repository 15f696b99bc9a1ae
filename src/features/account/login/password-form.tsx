import { css } from '@emotion/react';
import { Eye, EyeOff } from 'lucide-react';
import { type FormEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { typedDigits } from '#contract/account/typed-digits.ts';
import { hasPasskeys } from '../../../core/passkey-support.ts';
import { explain } from '../../../i18n/errors.ts';
import { Spinner } from '../../../ui/feedback/spinner.tsx';
import { Button } from '../../../ui/input/button.tsx';
import { Field } from '../../../ui/input/field.tsx';
import { FormError } from '../../../ui/input/form-error.tsx';
import { IconButton } from '../../../ui/input/icon-button.tsx';
import { space } from '../../../ui/style/tokens.ts';
import { RestoreOffer } from './restore-offer.tsx';
import { useSignIn } from './use-sign-in.ts';

const styles = { root: css({ display: 'grid', gap: space(4) }) };

type Wrong = { readonly uid?: 'uidMissing' | 'uidDigits'; readonly passwd?: 'passwdMissing' };

function check(uid: string, passwd: string): Wrong {
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
  const { t } = useTranslation('login');
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
  const wrong = tried ? check(number, passwd) : {};

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    const { uid: badUid, passwd: badPasswd } = check(number, passwd);
    if (!badUid && !badPasswd) void signIn({ way: 'password', uid: Number(number), passwd });
  };

  if (closing) return <RestoreOffer until={closing.until} busy={busy} onRestore={restore} />;
  return (
    <form css={styles.root} onSubmit={submit} noValidate>
      <Field
        label={t('uid')}
        name="username"
        autoComplete="username webauthn"
        inputMode="numeric"
        value={uid}
        onChange={(event) => setUid(event.target.value.trim())}
        error={wrong.uid && t(wrong.uid)}
        dir="ltr"
      />
      <Field
        label={t('passwd')}
        name="password"
        type={shown ? 'text' : 'password'}
        autoComplete="current-password"
        value={passwd}
        onChange={(event) => setPasswd(event.target.value)}
        error={wrong.passwd && t(wrong.passwd)}
        dir="ltr"
        end={
          <IconButton label={t(shown ? 'hidePassword' : 'showPassword')} onClick={() => setShown(!shown)}>
            {shown ? <EyeOff size={20} /> : <Eye size={20} />}
          </IconButton>
        }
      />
      <FormError text={error ? explain(error) : ''} />
      <Button variant="primary" type="submit" wide disabled={busy}>
        {busy ? <Spinner /> : null}
        {t(busy ? 'busy' : 'submit')}
      </Button>
    </form>
  );
};
