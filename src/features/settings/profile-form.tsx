import { css } from '@emotion/react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NICK_MAX_GRAPHEMES } from '#contract/rules.ts';
import { core } from '../../core/core.ts';
import { useSession } from '../../data/session.tsx';
import { explain } from '../../i18n/errors.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { showToast } from '../../ui/toast.ts';
import { color, size, space } from '../../ui/tokens.ts';

const styles = {
  root: css({ display: 'grid', gap: space(4) }),
  who: css({ display: 'flex', alignItems: 'center', gap: space(4) }),
  name: css({ fontSize: size.lg, fontWeight: 700, overflowWrap: 'anywhere' }),
  uid: css({ fontSize: size.xs, color: color.soft, fontVariantNumeric: 'tabular-nums' }),
};

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const lengthOf = (text: string) => [...graphemes.segment(text)].length;

type Props = { readonly uid: number; readonly nickName: string };

const Form = ({ uid, nickName }: Props) => {
  const { t } = useTranslation(['settings', 'common']);
  const [typed, setTyped] = useState<string>();
  const name = (typed ?? nickName).trim();
  const error =
    name === ''
      ? t('nameMissing')
      : lengthOf(name) > NICK_MAX_GRAPHEMES
        ? t('nameTooLong', { count: NICK_MAX_GRAPHEMES })
        : undefined;
  const changed = name !== nickName;

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (error || !changed) return;
    const result = await core.updateProfile({ nickName: name });
    if (result.ok) setTyped(undefined);
    showToast(result.ok ? t('saved') : explain(result.error), result.ok ? 'calm' : 'bad');
  };

  return (
    <form css={styles.root} onSubmit={save} noValidate>
      <div css={styles.who}>
        <Avatar uid={uid} name={nickName} size="large" />
        <div>
          <p css={styles.name} dir="auto">
            {nickName}
          </p>
          <p css={styles.uid}>{t('userId', { uid })}</p>
        </div>
      </div>
      <Field
        label={t('name')}
        hint={t('nameHint')}
        error={error}
        name="nickname"
        autoComplete="nickname"
        dir="auto"
        value={typed ?? nickName}
        onChange={(event) => setTyped(event.target.value)}
      />
      {changed ? (
        <Button look="primary" type="submit" disabled={error !== undefined}>
          {t('common:save')}
        </Button>
      ) : null}
    </form>
  );
};

/** The own name, changed at once here and told to the server when it can be reached. */
export const ProfileForm = () => {
  const session = useSession();
  return session ? <Form uid={session.uid} nickName={session.nickName} /> : null;
};
