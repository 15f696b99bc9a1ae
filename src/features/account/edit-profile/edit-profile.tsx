import { css } from '@emotion/react';
import { CloudOff } from 'lucide-react';
import { type FormEvent, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProfileFields } from '#contract/people/people.ts';
import { ADDRESS_MAX_CHARS } from '#contract/people/rules.ts';
import { core } from '../../../core/core.ts';
import { useAppState } from '../../../data/use-app-state.ts';
import { useRefreshing } from '../../../data/use-refresh.ts';
import { explain } from '../../../i18n/errors.ts';
import { Empty } from '../../../ui/feedback/empty.tsx';
import { RowSkeletons } from '../../../ui/feedback/skeleton.tsx';
import { Button } from '../../../ui/input/button.tsx';
import { TextArea } from '../../../ui/input/text-area.tsx';
import { color, depth, radius, size, space } from '../../../ui/style/tokens.ts';
import { AlbumEdit } from './album-edit.tsx';
import { AvatarEdit } from './avatar-edit.tsx';
import { ClipsEdit } from './clips-edit.tsx';
import { ClosedCountries } from './closed-countries.tsx';
import { goToFirstFault, useFaultText } from './fault-text.ts';
import { PersonalFields } from './personal-fields.tsx';
import { TextField } from './text-field.tsx';
import { UnsavedGuard } from './unsaved-guard.tsx';
import { type Form, useForm } from './use-form.ts';

const styles = {
  root: css({ display: 'grid', gap: space(4) }),
  card: css({
    display: 'grid',
    gap: space(5),
    padding: space(5),
    borderRadius: radius.card,
    backgroundColor: color.surface,
    boxShadow: `inset 0 0 0 1px ${color.line}`,
  }),
  title: css({ fontSize: size.lg }),
  lead: css({ marginBlockStart: space(1), fontSize: size.xs, color: color.soft }),
  foot: css({
    position: 'sticky',
    insetBlockEnd: 0,
    zIndex: depth.card,
    marginInline: `-${space(4)}`,
    padding: `${space(3)} ${space(4)}`,
    backgroundColor: color.glass,
    backdropFilter: 'blur(16px)',
    animation: 'rise 200ms ease',
  }),
};

/** Section of the profile form with the fields that other users do not see. */
const ContactFields = ({ form }: { readonly form: Form }) => {
  const { t } = useTranslation('edit');
  const faultText = useFaultText(form);
  return (
    <>
      <TextField form={form} field="tel" label={t('phone')} type="tel" autoComplete="tel" dir="ltr" />
      <TextField form={form} field="email" label={t('email')} type="email" autoComplete="email" dir="ltr" />
      <TextArea
        label={t('address')}
        error={faultText('address')}
        name="address"
        autoComplete="street-address"
        dir="auto"
        value={form.values.address}
        max={ADDRESS_MAX_CHARS}
        onChange={(event) => form.set('address', event.target.value)}
      />
    </>
  );
};

const Editor = ({ profile }: { readonly profile: ProfileFields }) => {
  const { t } = useTranslation('edit');
  const form = useForm(profile);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { currentTarget } = event;
    if (!(await form.save())) goToFirstFault(currentTarget);
  };
  return (
    <form css={styles.root} onSubmit={(event) => void submit(event)} noValidate>
      <section css={styles.card} aria-label={t('pictures')}>
        <AvatarEdit url={profile.avatarUrl} />
        <AlbumEdit urls={profile.albums} />
        <ClipsEdit clips={profile.videos} />
      </section>
      <section css={styles.card} aria-labelledby="edit-who">
        <h2 css={styles.title} id="edit-who">
          {t('who')}
        </h2>
        <PersonalFields form={form} />
      </section>
      <ClosedCountries />
      <section css={styles.card} aria-labelledby="edit-contact">
        <div>
          <h2 css={styles.title} id="edit-contact">
            {t('contact')}
          </h2>
          <p css={styles.lead}>{t('contactText')}</p>
        </div>
        <ContactFields form={form} />
      </section>
      {form.dirty ? (
        <div css={styles.foot}>
          <Button variant="primary" type="submit" wide>
            {t('save')}
          </Button>
        </div>
      ) : null}
      <UnsavedGuard unsaved={form.dirty} />
    </form>
  );
};

/** Shown while the profile is not stored on this device: fetches it, and shows a failure with a button to retry. */
const Missing = () => {
  const { t } = useTranslation(['edit', 'common']);
  const { error, busy, refresh } = useRefreshing(() => core.refreshProfile());
  if (!error) return <RowSkeletons count={5} />;
  return (
    <Empty
      art={<CloudOff size={40} />}
      title={t('missing')}
      text={explain(error)}
      action={
        <Button variant="primary" disabled={busy} onClick={() => void refresh()}>
          {t('common:retry')}
        </Button>
      }
    />
  );
};

/**
 * Form for the user's pictures and clips, public profile and contact data. While the profile is not stored on this device, it is fetched.
 */
export const EditProfile = () => {
  const row = useAppState('profile');
  const text = JSON.stringify(row);
  // Memoized by content: each read creates a new object, which the form and the media lists would take for a change of the stored profile.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `text` is the content of `row`
  const profile = useMemo(() => row, [text]);
  return profile ? <Editor profile={profile} /> : <Missing />;
};
