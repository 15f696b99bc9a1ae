import { css } from '@emotion/react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { LOGIN } from '#contract/paths.ts';
import type { AppError } from '#contract/result.ts';
import { askProof } from '../../../core/ask-proof.ts';
import { core } from '../../../core/core.ts';
import { useAppState } from '../../../data/use-app-state.ts';
import { useRefreshing } from '../../../data/use-refresh.ts';
import { explain } from '../../../i18n/errors.ts';
import { formatDate, formatNumber } from '../../../i18n/format.ts';

import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { NoLine } from '../../../ui/feedback/no-line.tsx';
import { showToast } from '../../../ui/feedback/toast.ts';
import { Button } from '../../../ui/input/button.tsx';
import { Field } from '../../../ui/input/field.tsx';
import { FormError } from '../../../ui/input/form-error.tsx';
import { color, radius, space } from '../../../ui/style/tokens.ts';

const styles = {
  root: css({ display: 'grid', gap: space(5), padding: space(4) }),
  text: css({ color: color.soft, textWrap: 'pretty' }),
  lost: css({
    padding: space(4),
    borderRadius: radius.field,
    backgroundColor: color.surface,
    boxShadow: `inset 0 0 0 1px ${color.line}`,
    fontWeight: 600,
  }),
};

type ClosingPreview = Awaited<ReturnType<typeof core.readDeletionTerms>>;
type Closing = Extract<ClosingPreview, { ok: true }>['value'];

const lostOf = ({ gems, silver }: Closing) => {
  if (gems > 0) return silver > 0 ? 'lost' : 'lostGems';
  return silver > 0 ? 'lostSilver' : undefined;
};

const WAITS = { call: 'delete.call', booking: 'delete.booking', order: 'delete.order', owed: 'delete.owed' } as const;

/** Explains the deletion of the account and requests it, with a proof of identity. */
export const DeleteAccount = () => {
  const { t } = useTranslation(['life', 'settings']);
  const googleClientId = useAppState('config')?.googleClientId ?? '';
  const [closing, setClosing] = useState<Closing>();
  const [passwd, setPasswd] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<AppError>();
  const [, navigate] = useLocation();
  const [isConfirming, setConfirming] = useState(false);
  const looking = useRefreshing(async () => {
    const result = await core.readDeletionTerms();
    if (result.ok) setClosing(result.value);
    return result;
  });

  const remove = async () => {
    if (!closing) return;
    setBusy(true);
    const given = await askProof(closing.proof, { passwd, googleClientId });
    const result = given?.ok ? await core.deleteAccount(given.value) : given;
    setBusy(false);
    if (!result) return;
    if (result.ok) {
      showToast(t('delete.done', { date: formatDate(result.value.until) }));
      // `replace`: the back button must not return to this page.
      navigate(LOGIN, { replace: true });
    } else setError(result.error);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // With the secret of the device nothing else confirms the request, so a dialog asks.
    if (closing?.proof === 'device') setConfirming(true);
    else void remove();
  };

  if (!closing) {
    const why = looking.error;
    if (!why) return null;
    if (why.code !== 'offline' && why.code !== 'timeout') return <FormError text={explain(why)} />;
    return <NoLine text={t('delete.offline')} busy={looking.busy} onRetry={() => void looking.refresh()} />;
  }
  const { gems, silver, earned, proof, waitsFor } = closing;
  const lost = lostOf(closing);
  const losses = [
    ...(lost ? [t(`delete.${lost}`, { gems: formatNumber(gems), silver: formatNumber(silver) })] : []),
    // Only earnings that cannot be paid out are lost: others make the deletion wait (`owed`).
    ...(earned > 0 && waitsFor === null ? [t('delete.earned', { gems: formatNumber(earned) })] : []),
  ].join(' ');
  return (
    <form css={styles.root} onSubmit={submit} noValidate>
      <p css={styles.text}>{t('delete.text')}</p>
      <p css={styles.text}>{t('delete.stays')}</p>
      {losses ? <p css={styles.lost}>{losses}</p> : null}
      {waitsFor ? <p role="status">{t(WAITS[waitsFor])}</p> : null}
      {proof === 'password' ? (
        <Field
          label={t('password.current')}
          type="password"
          autoComplete="current-password"
          value={passwd}
          onChange={(event) => setPasswd(event.target.value)}
          dir="ltr"
        />
      ) : null}
      <FormError text={error ? explain(error) : ''} />
      <Button
        variant="danger"
        type="submit"
        wide
        disabled={busy || waitsFor !== null || (proof === 'password' && passwd === '')}
      >
        {t(proof === 'google' ? 'delete.google' : 'delete.confirm')}
      </Button>
      <ConfirmDialog
        open={isConfirming}
        onClose={() => setConfirming(false)}
        title={t('settings:deleteAccount')}
        text={losses ? `${losses} ${t('delete.text')}` : t('delete.text')}
        action={t('delete.confirm')}
        onConfirm={remove}
      />
    </form>
  );
};
