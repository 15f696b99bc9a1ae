import { css } from '@emotion/react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { is } from 'valibot';
import { type Identity as Check, LEGAL_NAME_MAX_CHARS, legalName } from '#contract/hosting/identity.ts';
import { textFault } from '#contract/text/text-fault.ts';
import { isBlank } from '#contract/text/visible-text.ts';
import { core, userActions } from '../../../core/core.ts';
import { reportFailure } from '../../../ui/feedback/report.ts';
import { Button } from '../../../ui/input/button.tsx';
import { Field } from '../../../ui/input/field.tsx';
import { Group, PlainRow } from '../../../ui/layout/group.tsx';
import { color, space } from '../../../ui/style/tokens.ts';

const styles = {
  form: css({ display: 'grid', gap: space(4), padding: space(4) }),
  note: css({ color: color.soft, textWrap: 'pretty' }),
};

/** States in which the applicant has something to do. */
const isToDo = ({ state, problem }: Check) =>
  state === 'none' || state === 'started' || (state === 'declined' && problem !== 'age' && problem !== 'operator');

/** The identity check of an application: its state, and a form that leads to the page of the provider. */
export const Identity = ({ identity }: { readonly identity: Check }) => {
  const { t } = useTranslation('hosting');
  const [name, setName] = useState('');
  const [busy, setBusy] = useState(false);
  const isComplete = !isBlank(name) && textFault(name, LEGAL_NAME_MAX_CHARS) === undefined && is(legalName, name);
  const start = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    const started = await userActions.startIdentity(name);
    if (started.ok) location.assign(started.value.url);
    else {
      reportFailure(started);
      // The check may have ended meanwhile, so its state is read again.
      await core.refreshHosting();
    }
    setBusy(false);
  };
  return (
    <Group title={t('identity.title')}>
      <PlainRow label={t(`identity.${identity.state}`)} />
      {isToDo(identity) ? (
        <form css={styles.form} onSubmit={(event) => void start(event)} noValidate>
          <p css={styles.note}>{t('identity.text')}</p>
          <Field
            label={t('identity.name')}
            hint={t('identity.nameHint')}
            autoComplete="name"
            maxChars={LEGAL_NAME_MAX_CHARS}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          <Button type="submit" disabled={busy || !isComplete}>
            {t(identity.state === 'none' ? 'identity.start' : 'identity.continue')}
          </Button>
        </form>
      ) : null}
    </Group>
  );
};
