import { css } from '@emotion/react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Gender } from '#contract/people/people.ts';
import { ABOUT_MAX_CHARS, ADULT_AGE_YEARS, OLDEST_AGE_YEARS } from '#contract/people/rules.ts';
import { countryOptions, languageOptions } from '../../../i18n/country-options.ts';
import { currentLanguage } from '../../../i18n/i18n.ts';
import { DateField } from '../../../ui/input/date-field.tsx';
import { SelectField } from '../../../ui/input/select-field.tsx';
import { TextArea } from '../../../ui/input/text-area.tsx';
import { space } from '../../../ui/style/tokens.ts';
import { useFaultText } from './fault-text.ts';
import { GenderChoice } from './gender-choice.tsx';
import { TextField } from './text-field.tsx';
import type { Form } from './use-form.ts';

const styles = {
  pair: css({ display: 'grid', gap: space(5), gridTemplateColumns: 'repeat(auto-fit, minmax(220px, 1fr))' }),
};

/** Birthday input of the complete-info panel and the profile form. */
export const BirthdayField = ({ form }: { readonly form: Form }) => {
  const { t } = useTranslation('edit');
  const faultText = useFaultText(form);
  const thisYear = new Date().getFullYear();
  return (
    <DateField
      label={t('birthday')}
      hint={t('birthdayHint')}
      words={{ day: t('day'), month: t('month'), year: t('year') }}
      value={form.values.bDay}
      onChange={(date) => form.set('bDay', date)}
      from={thisYear - OLDEST_AGE_YEARS}
      // One year beyond the allowed range, so that a user who is too young gets an error instead of a missing year.
      to={thisYear - ADULT_AGE_YEARS + 1}
      error={faultText('bDay')}
    />
  );
};

/** Nickname input of the complete-info panel and the profile form. */
export const NameField = ({ form }: { readonly form: Form }) => {
  const { t } = useTranslation('edit');
  return <TextField form={form} field="nickName" label={t('name')} autoComplete="nickname" dir="auto" />;
};

/** Section of the profile form with the fields that other users see. */
export const PersonalFields = ({ form }: { readonly form: Form }) => {
  const { t } = useTranslation('edit');
  const faultText = useFaultText(form);
  const language = currentLanguage();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names depend on the language
  const [countries, languages] = useMemo(() => [countryOptions(), languageOptions()], [language]);
  const search = { label: t('search'), none: t('nothing') };
  return (
    <>
      <NameField form={form} />
      <TextArea
        label={t('about')}
        placeholder={t('aboutHint')}
        value={form.values.about}
        max={ABOUT_MAX_CHARS}
        error={faultText('about')}
        name="about"
        dir="auto"
        onChange={(event) => form.set('about', event.target.value)}
      />
      <GenderChoice value={form.values.gender} onChoose={(gender: Gender) => form.set('gender', gender)} />
      <BirthdayField form={form} />
      <div css={styles.pair}>
        <SelectField
          label={t('country')}
          options={countries}
          value={form.values.country}
          onChange={(country) => form.set('country', country)}
          placeholder={t('choose')}
          search={search}
          error={faultText('country')}
        />
        <SelectField
          label={t('language')}
          options={languages}
          value={form.values.lang}
          onChange={(lang) => form.set('lang', lang)}
          placeholder={t('choose')}
          search={search}
          error={faultText('lang')}
        />
      </div>
    </>
  );
};
