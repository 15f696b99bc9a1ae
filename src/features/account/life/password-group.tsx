import { css } from '@emotion/react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AppError, ErrorCode } from '#contract/result.ts';
import { askProof } from '../../../core/ask-proof.ts';
import { core } from '../../../core/core.ts';
import { useSession } from '../../../data/session.tsx';
import { useAppState } from '../../../data/use-app-state.ts';
import { explain } from '../../../i18n/errors.ts';
import { showToast } from '../../../ui/feedback/toast.ts';
import { Button } from '../../../ui/input/button.tsx';
import { Field } from '../../../ui/input/field.tsx';
import { Switch } from '../../../ui/input/switch.tsx';
import { Group, PlainRow } from '../../../ui/layout/group.tsx';
import { space } from '../../../ui/style/tokens.ts';

const styles = {
  form: css({ display: 'grid', gap: space(4), padding: space(4) }),
  // The row spans the width of the group.
  choice: css({ marginInline: space(-4) }),
};

/** Errors shown at the field of the current password; all others are shown at that of the new one. */
const OF_CURRENT: ReadonlySet<ErrorCode> = new Set(['wrong-password']);

/**
 * Security settings: sets or changes the password of the account, with a proof of identity, and ends the other sessions if the user chooses
 * that. With a password a guest account can sign in on other devices by its user id.
 */
export const PasswordGroup = () => {
  const { t } = useTranslation('life');
  const session = useSession();
  const sessions = useAppState('sessions');
  const googleClientId = useAppState('config')?.googleClientId ?? '';
  const [current, setCurrent] = useState('');
  const [fresh, setFresh] = useState('');
  const [endOthers, setEndOthers] = useState(false);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<AppError>();
  if (!session || !sessions) return null;
  const { hasPassword, proof } = sessions;
  const asksPassword = proof === 'password';

  // An edit removes the error, which was about the earlier input.
  const change = (set: (text: string) => void, text: string) => {
    set(text);
    setFault(undefined);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setFault(undefined);
    const given = await askProof(proof, { passwd: current, googleClientId });
    const result = given?.ok ? await core.setPassword(fresh, given.value, endOthers) : given;
    setBusy(false);
    if (!result) return;
    if (!result.ok) {
      setFault(result.error);
      return;
    }
    setCurrent('');
    setFresh('');
    showToast(t('password.saved'), 'good');
  };

  return (
    <Group title={t(hasPassword ? 'password.change' : 'password.keep')} note={t('password.rule')}>
      <PlainRow label={t('password.uid', { uid: session.uid })} hint={t('password.text')} />
      <form css={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        <input type="hidden" name="username" autoComplete="username" value={session.uid} readOnly />
        {asksPassword ? (
          <Field
            label={t('password.current')}
            type="password"
            autoComplete="current-password"
            value={current}
            onChange={(event) => change(setCurrent, event.target.value)}
            error={fault && OF_CURRENT.has(fault.code) ? explain(fault) : undefined}
            dir="ltr"
          />
        ) : null}
        <Field
          label={t('password.fresh')}
          type="password"
          autoComplete="new-password"
          value={fresh}
          onChange={(event) => change(setFresh, event.target.value)}
          error={fault && !OF_CURRENT.has(fault.code) ? explain(fault) : undefined}
          dir="ltr"
        />
        <div css={styles.choice}>
          <Switch label={t('password.endOthers')} on={endOthers} onSwitch={setEndOthers} />
        </div>
        <Button
          variant="primary"
          type="submit"
          wide
          disabled={busy || fresh === '' || (asksPassword && current === '')}
        >
          {t(proof === 'google' ? 'password.google' : 'password.save')}
        </Button>
      </form>
    </Group>
  );
};
