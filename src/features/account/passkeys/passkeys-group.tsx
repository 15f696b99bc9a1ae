import { css } from '@emotion/react';
import { KeyRound } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PASSKEYS_MAX } from '#contract/account/rules.ts';
import type { AppError, Result } from '#contract/result.ts';
import { askProof } from '../../../core/ask-proof.ts';
import { core } from '../../../core/core.ts';
import { hasPasskeys } from '../../../core/passkey-support.ts';
import { useAppState } from '../../../data/use-app-state.ts';
import { explain } from '../../../i18n/errors.ts';
import { formatDay } from '../../../i18n/format.ts';
import { useWords } from '../../../i18n/more.ts';
import { showToast } from '../../../ui/feedback/toast.ts';
import { Button } from '../../../ui/input/button.tsx';
import { Field } from '../../../ui/input/field.tsx';
import { FormError } from '../../../ui/input/form-error.tsx';
import { Group, PlainRow } from '../../../ui/layout/group.tsx';
import { IconTile } from '../../../ui/mark/icon-tile.tsx';
import { space } from '../../../ui/style/tokens.ts';

const styles = { form: css({ display: 'grid', gap: space(4), padding: space(4) }) };

/** The change that the user chose: a new passkey, or the removal of the one with this id. */
type Change = { readonly remove?: string };

/** Security settings: the passkeys of the account. An account with a password asks for it before a change. */
export const PasskeysGroup = () => {
  const { t } = useTranslation(['passkeys', 'life', 'common']);
  const ready = useWords('passkeys');
  const sessions = useAppState('sessions');
  const googleClientId = useAppState('config')?.googleClientId ?? '';
  const [change, setChange] = useState<Change>();
  const [passwd, setPasswd] = useState('');
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<AppError>();
  const passkeys = sessions?.passkeys ?? [];
  const mayAdd = hasPasskeys() && passkeys.length < PASSKEYS_MAX;
  if (!ready || !sessions || (!mayAdd && passkeys.length === 0)) return null;
  const { proof } = sessions;

  const perform = async ({ remove }: Change): Promise<Result<unknown> | undefined> => {
    const given = await askProof(proof, { passwd, googleClientId });
    if (!given?.ok) return given;
    if (remove !== undefined) return core.removePasskey(remove, given.value);
    const { createPasskey } = await import('../../../core/passkeys.ts');
    return createPasskey(given.value);
  };
  const start = async (wanted: Change) => {
    setBusy(true);
    const result = await perform(wanted).catch(() => ({ ok: false, error: { code: 'offline' } }) as const);
    setBusy(false);
    setFault(result?.ok === false ? result.error : undefined);
    if (!result?.ok) return;
    setPasswd('');
    setChange(undefined);
    showToast(t(wanted.remove === undefined ? 'done' : 'removed'), 'good');
  };
  const choose = (wanted: Change) => {
    setFault(undefined);
    if (proof === 'password') setChange(wanted);
    else void start(wanted);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (change) void start(change);
  };
  const text = fault?.code === 'conflict' ? t('known') : fault ? explain(fault) : '';

  return (
    <Group title={t('title')} note={t('text')}>
      {passkeys.map(({ id, platform, browser, madeAt, seenAt, canEnd }) => {
        const name = [platform, browser].filter((part) => part !== '').join(' · ') || t('life:sessions.unknown');
        const added = t('life:secrets.added', { date: formatDay(madeAt, Date.now()) });
        const used = seenAt === null ? t('unused') : t('life:sessions.seen', { date: formatDay(seenAt, Date.now()) });
        return (
          <PlainRow
            key={id}
            icon={
              <IconTile tone={4}>
                <KeyRound size={18} />
              </IconTile>
            }
            label={name}
            hint={`${added} · ${used}`}
            action={
              canEnd ? (
                <Button
                  small
                  disabled={busy}
                  aria-label={t('life:secrets.endName', { name })}
                  onClick={() => choose({ remove: id })}
                >
                  {t('life:secrets.end')}
                </Button>
              ) : null
            }
          />
        );
      })}
      <form css={styles.form} onSubmit={submit} noValidate>
        {change ? (
          <Field
            label={t('life:password.current')}
            type="password"
            autoComplete="current-password"
            value={passwd}
            onChange={(event) => setPasswd(event.target.value)}
            dir="ltr"
            autoFocus
          />
        ) : null}
        <FormError text={text} />
        {change ? (
          <>
            <Button variant="primary" type="submit" wide disabled={busy || passwd === ''}>
              {t(change.remove === undefined ? 'add' : 'remove')}
            </Button>
            <Button variant="quiet" type="button" wide onClick={() => setChange(undefined)}>
              {t('common:cancel')}
            </Button>
          </>
        ) : mayAdd ? (
          <Button variant="primary" type="button" wide disabled={busy} onClick={() => choose({})}>
            {t('add')}
          </Button>
        ) : null}
      </form>
    </Group>
  );
};
