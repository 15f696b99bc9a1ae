import { css } from '@emotion/react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RECOVERY_CODE_MINUTES } from '#contract/account/rules.ts';
import type { AppError } from '#contract/result.ts';
import { core } from '../../../core/core.ts';
import { explain } from '../../../i18n/errors.ts';
import { formatNumber } from '../../../i18n/format.ts';
import { useWords } from '../../../i18n/more.ts';
import { Button } from '../../../ui/input/button.tsx';
import { Field } from '../../../ui/input/field.tsx';
import { FormError } from '../../../ui/input/form-error.tsx';
import { space } from '../../../ui/style/tokens.ts';
import { RestoreOffer } from '../login/restore-offer.tsx';
import { useSignIn } from '../login/use-sign-in.ts';
import { DemoMails } from './demo-mails.tsx';

const styles = { root: css({ display: 'grid', gap: space(4) }) };

type Props = { readonly isOpen: boolean; readonly onOpen: (isOpen: boolean) => void };

/** Recovery of an account on the password login: address, code from the e-mail, new password; then it signs in. */
const ForgotPassword = ({ isOpen, onOpen }: Props) => {
  const { t } = useTranslation('recovery');
  const ready = useWords('recovery');
  const { busy: isSigningIn, error, closing, signIn } = useSignIn();
  const [address, setAddress] = useState('');
  const [code, setCode] = useState('');
  const [passwd, setPasswd] = useState('');
  const [isSent, setSent] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [fault, setFault] = useState<AppError>();
  if (!ready) return null;
  if (!isOpen)
    return (
      <Button variant="quiet" type="button" onClick={() => onOpen(true)}>
        {t('forgot')}
      </Button>
    );
  if (closing)
    return (
      <RestoreOffer
        until={closing.until}
        busy={isSigningIn}
        onRestore={() => void signIn({ ...closing.way, restore: true })}
      />
    );
  const busy = isSigningIn || isAsking;

  const send = async () => {
    setAsking(true);
    const result = await core.beginRecovery(address.trim());
    setAsking(false);
    setFault(result.ok ? undefined : result.error);
    if (result.ok) setSent(true);
  };
  const recover = async () => {
    setAsking(true);
    const result = await core.recoverAccount(address.trim(), code.trim(), passwd);
    setAsking(false);
    setFault(result.ok ? undefined : result.error);
    if (result.ok) await signIn({ way: 'password', uid: result.value.uid, passwd });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void (isSent ? recover() : send());
  };
  const shown = fault ?? error;

  return (
    <form css={styles.root} onSubmit={submit} noValidate>
      {isSent ? (
        <>
          <p role="status">
            {t('sentIfKnown', { address: address.trim(), minutes: formatNumber(RECOVERY_CODE_MINUTES) })}
          </p>
          <Field
            label={t('code')}
            inputMode="numeric"
            autoComplete="one-time-code"
            value={code}
            onChange={(event) => setCode(event.target.value)}
            dir="ltr"
          />
          <Field
            label={t('fresh')}
            type="password"
            autoComplete="new-password"
            value={passwd}
            onChange={(event) => setPasswd(event.target.value)}
            dir="ltr"
          />
        </>
      ) : (
        <Field
          label={t('address')}
          type="email"
          autoComplete="email"
          value={address}
          onChange={(event) => setAddress(event.target.value)}
          dir="ltr"
        />
      )}
      <FormError text={shown ? explain(shown) : ''} />
      <Button
        variant="primary"
        type="submit"
        wide
        disabled={busy || (isSent ? code === '' || passwd === '' : address === '')}
      >
        {t(isSent ? 'save' : 'send')}
      </Button>
      <Button variant="quiet" type="button" onClick={() => (isSent ? setSent(false) : onOpen(false))}>
        {t(isSent ? 'other' : 'back')}
      </Button>
      <DemoMails />
    </form>
  );
};
export default ForgotPassword;
