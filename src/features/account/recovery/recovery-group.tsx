import { css } from '@emotion/react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RECOVERY_CODE_MINUTES } from '#contract/account/rules.ts';
import type { AppError, Result } from '#contract/result.ts';
import { typedDigits } from '#contract/text/typed-digits.ts';
import { askProof } from '../../../core/ask-proof.ts';
import { core } from '../../../core/core.ts';
import { useAppState } from '../../../data/use-app-state.ts';
import { explain } from '../../../i18n/errors.ts';
import { formatNumber } from '../../../i18n/format.ts';
import { useWords } from '../../../i18n/more.ts';
import { showToast } from '../../../ui/feedback/toast.ts';
import { Button } from '../../../ui/input/button.tsx';
import { Field } from '../../../ui/input/field.tsx';
import { FormError } from '../../../ui/input/form-error.tsx';
import { Group, PlainRow } from '../../../ui/layout/group.tsx';
import { space } from '../../../ui/style/tokens.ts';
import { DemoMails } from './demo-mails.tsx';
import { AddressField, CodeField, faultOfAddress, faultOfCode } from './recovery-fields.tsx';

const styles = { form: css({ display: 'grid', gap: space(4), padding: space(4) }) };

/** Security settings: the e-mail address that recovers the account. Shown only if the server sends e-mail. */
export const RecoveryGroup = () => {
  const { t } = useTranslation(['recovery', 'life']);
  const ready = useWords('recovery');
  const sessions = useAppState('sessions');
  const config = useAppState('config');
  const [address, setAddress] = useState('');
  const [passwd, setPasswd] = useState('');
  const [code, setCode] = useState('');
  const [entersCode, setEntersCode] = useState(false);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<AppError>();
  if (!ready || !sessions || config?.recovery !== true) return null;
  const { proof, recoveryEmail } = sessions;
  const asksPassword = proof === 'password';

  const proofOf = () => askProof(proof, { passwd, googleClientId: config.googleClientId });
  /** Runs a request and shows its failure. Returns whether it succeeded. */
  const run = async (request: () => Promise<Result<unknown> | undefined>) => {
    setBusy(true);
    const result = await request();
    setBusy(false);
    if (result) setFault(result.ok ? undefined : result.error);
    return result?.ok === true;
  };
  const send = async () => {
    const done = await run(async () => {
      const given = await proofOf();
      return given?.ok ? core.beginRecoveryEmail(address.trim(), given.value) : given;
    });
    if (!done) return;
    setPasswd('');
    setEntersCode(true);
  };
  const confirm = async () => {
    if (!(await run(() => core.confirmRecoveryEmail(typedDigits(code))))) return;
    setEntersCode(false);
    setAddress('');
    setCode('');
    showToast(t('saved'), 'good');
  };
  const remove = async () => {
    const done = await run(async () => {
      const given = await proofOf();
      return given?.ok ? core.removeRecoveryEmail(given.value) : given;
    });
    if (!done) return;
    setPasswd('');
    showToast(t('removed'), 'good');
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = entersCode ? faultOfCode(code) : recoveryEmail === undefined ? faultOfAddress(address) : undefined;
    setFault(found);
    if (found) return;
    if (entersCode) void confirm();
    else if (recoveryEmail === undefined) void send();
    else void remove();
  };
  const textOf = (error: AppError | undefined) => {
    if (error?.code === 'conflict') return t('taken');
    return error && error.code !== 'bad-request' ? explain(error) : '';
  };
  const isMissing = entersCode
    ? code === ''
    : (asksPassword && passwd === '') || (recoveryEmail === undefined && address === '');

  return (
    <Group title={t('title')} note={t('text')}>
      {recoveryEmail === undefined ? null : <PlainRow label={recoveryEmail} />}
      <form css={styles.form} onSubmit={submit} noValidate>
        {entersCode ? (
          <>
            {address === '' ? null : (
              <p role="status">
                {t('sent', { address: address.trim(), minutes: formatNumber(RECOVERY_CODE_MINUTES) })}
              </p>
            )}
            <CodeField value={code} onValue={setCode} />
          </>
        ) : null}
        {!entersCode && recoveryEmail === undefined ? (
          <AddressField value={address} onValue={setAddress} fault={fault} />
        ) : null}
        {!entersCode && asksPassword ? (
          <Field
            label={t('life:password.current')}
            type="password"
            autoComplete="current-password"
            value={passwd}
            onChange={(event) => setPasswd(event.target.value)}
            dir="ltr"
          />
        ) : null}
        <FormError text={textOf(fault)} />
        <Button
          variant={entersCode || recoveryEmail === undefined ? 'primary' : 'quiet'}
          type="submit"
          wide
          disabled={busy || isMissing}
        >
          {t(entersCode ? 'confirm' : recoveryEmail === undefined ? 'send' : 'remove')}
        </Button>
        {recoveryEmail === undefined ? (
          <Button variant="quiet" type="button" wide onClick={() => setEntersCode(!entersCode)}>
            {t(entersCode ? 'other' : 'haveCode')}
          </Button>
        ) : null}
        <DemoMails />
      </form>
    </Group>
  );
};
