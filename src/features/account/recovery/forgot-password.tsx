import { css } from '@emotion/react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RECOVERY_CODE_MINUTES } from '#contract/account/rules.ts';
import type { AppError } from '#contract/result.ts';
import { typedDigits } from '#contract/text/typed-digits.ts';
import { core } from '../../../core/core.ts';
import { explain } from '../../../i18n/errors.ts';
import { formatNumber } from '../../../i18n/format.ts';
import { useWords } from '../../../i18n/more.ts';
import { Button } from '../../../ui/input/button.tsx';
import { Field } from '../../../ui/input/field.tsx';
import { FormError } from '../../../ui/input/form-error.tsx';
import { space } from '../../../ui/style/tokens.ts';
import { DemoMails } from './demo-mails.tsx';
import { AddressField, CodeField, ForgotButton, faultOfAddress, faultOfCode } from './recovery-fields.tsx';

const styles = { root: css({ display: 'grid', gap: space(4) }) };

type Props = {
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
  /** Signs in with the new password. */
  readonly signIn: (uid: number, passwd: string) => Promise<void>;
  readonly isSigningIn: boolean;
  /** Why the last sign-in failed; undefined if none did. */
  readonly error: AppError | undefined;
};

/** Recovery of an account on the password login: address, code from the e-mail, new password; then it signs in. */
const ForgotPassword = ({ isOpen, onOpen, signIn, isSigningIn, error }: Props) => {
  const { t } = useTranslation('recovery');
  const ready = useWords('recovery');
  const [address, setAddress] = useState('');
  const [code, setCode] = useState('');
  const [passwd, setPasswd] = useState('');
  /** `typed`: the user has a code that was mailed before this page was opened. */
  const [step, setStep] = useState<'address' | 'sent' | 'typed'>('address');
  const [isAsking, setAsking] = useState(false);
  const [fault, setFault] = useState<AppError>();
  if (!ready) return null;
  if (!isOpen) return <ForgotButton onOpen={() => onOpen(true)} />;
  const busy = isSigningIn || isAsking;
  const entersCode = step !== 'address';

  const send = async () => {
    setAsking(true);
    const result = await core.beginRecovery(address.trim());
    setAsking(false);
    setFault(result.ok ? undefined : result.error);
    if (result.ok) setStep('sent');
  };
  const recover = async () => {
    setAsking(true);
    const result = await core.recoverAccount(address.trim(), typedDigits(code), passwd);
    setAsking(false);
    setFault(result.ok ? undefined : result.error);
    if (result.ok) await signIn(result.value.uid, passwd);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = faultOfAddress(address) ?? (entersCode ? faultOfCode(code) : undefined);
    setFault(found);
    if (found) return;
    void (entersCode ? recover() : send());
  };
  const failure = fault ?? error;
  const isOfAddress = failure?.code === 'bad-request' && step !== 'sent';
  const isMissing = address === '' || (entersCode && (code === '' || passwd === ''));

  return (
    <form css={styles.root} onSubmit={submit} noValidate>
      {step === 'sent' ? (
        <p role="status">
          {t('sentIfKnown', { address: address.trim(), minutes: formatNumber(RECOVERY_CODE_MINUTES) })}
        </p>
      ) : (
        <AddressField value={address} onValue={setAddress} fault={fault} />
      )}
      {entersCode ? (
        <>
          <CodeField value={code} onValue={setCode} />
          <Field
            label={t('fresh')}
            type="password"
            autoComplete="new-password"
            value={passwd}
            onChange={(event) => setPasswd(event.target.value)}
            dir="ltr"
          />
        </>
      ) : null}
      <FormError text={failure && !isOfAddress ? explain(failure) : ''} />
      <Button variant="primary" type="submit" wide disabled={busy || isMissing}>
        {t(entersCode ? 'save' : 'send')}
      </Button>
      {entersCode ? null : (
        <Button variant="quiet" type="button" onClick={() => setStep('typed')}>
          {t('haveCode')}
        </Button>
      )}
      <Button variant="quiet" type="button" onClick={() => (entersCode ? setStep('address') : onOpen(false))}>
        {t(entersCode ? 'other' : 'back')}
      </Button>
      <DemoMails />
    </form>
  );
};
export default ForgotPassword;
