import { css } from '@emotion/react';
import { type FormEvent, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { is } from 'valibot';
import { LEGAL_NAME_MAX_CHARS } from '#contract/hosting/identity.ts';
import { type Payouts, TAX_ADDRESS_MAX_CHARS, taxDetails } from '#contract/hosting/payouts.ts';
import { ADULT_AGE_YEARS, OLDEST_AGE_YEARS } from '#contract/people/rules.ts';
import { textFault } from '#contract/text/text-fault.ts';
import { isBlank } from '#contract/text/visible-text.ts';
import { userActions } from '../../../core/core.ts';
import { countryOptions } from '../../../i18n/country-options.ts';
import { currentLanguage } from '../../../i18n/i18n.ts';
import { reportOutcome } from '../../../ui/feedback/report.ts';
import { Button } from '../../../ui/input/button.tsx';
import { DateField } from '../../../ui/input/date-field.tsx';
import { Field } from '../../../ui/input/field.tsx';
import { SelectField } from '../../../ui/input/select-field.tsx';
import { TextArea } from '../../../ui/input/text-area.tsx';
import { Group, PlainRow } from '../../../ui/layout/group.tsx';
import { space } from '../../../ui/style/tokens.ts';

const styles = { form: css({ display: 'grid', gap: space(4), padding: space(4) }) };
const EMPTY = { name: '', address: '', country: '', taxId: '', birthDate: '' };

/**
 * Form of the details that tax reports name about the host. It is empty at each visit: of the stored details the server returns only the
 * name and the end of the tax id.
 */
export const TaxDetails = ({ tax }: Pick<Payouts, 'tax'>) => {
  const { t } = useTranslation(['hosting', 'edit']);
  const [details, setDetails] = useState(EMPTY);
  const [busy, setBusy] = useState(false);
  const language = currentLanguage();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names depend on the language
  const countries = useMemo(countryOptions, [language]);
  const set = (field: keyof typeof EMPTY) => (value: string) => setDetails((before) => ({ ...before, [field]: value }));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    const result = await userActions.saveTaxDetails(details);
    setBusy(false);
    if (result.ok) setDetails(EMPTY);
    reportOutcome(result, t('tax.saved'));
  };
  const isFilled = !isBlank(details.name) && !isBlank(details.address);
  const isRefused =
    textFault(details.name, LEGAL_NAME_MAX_CHARS) !== undefined ||
    textFault(details.address, TAX_ADDRESS_MAX_CHARS) !== undefined;
  const isComplete = isFilled && !isRefused && is(taxDetails, details);
  const year = new Date().getFullYear();
  return (
    <Group title={t('tax.title')} note={t('tax.note')}>
      <PlainRow
        label={tax?.name ?? t('payout.accountNone')}
        {...(tax && { value: t('payout.endsIn', { last4: tax.taxIdEnd }) })}
      />
      <form css={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        <Field
          label={t('tax.name')}
          autoComplete="name"
          maxChars={LEGAL_NAME_MAX_CHARS}
          value={details.name}
          onChange={(event) => set('name')(event.target.value)}
        />
        <TextArea
          label={t('tax.address')}
          max={TAX_ADDRESS_MAX_CHARS}
          value={details.address}
          onChange={(event) => set('address')(event.target.value)}
        />
        <SelectField
          label={t('tax.country')}
          options={countries}
          value={details.country}
          onChange={set('country')}
          placeholder={t('countries.choose')}
          search={{ label: t('countries.search'), none: t('countries.nothing') }}
        />
        <Field
          label={t('tax.id')}
          hint={t('tax.idHint')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          dir="ltr"
          value={details.taxId}
          onChange={(event) => set('taxId')(event.target.value)}
        />
        <DateField
          label={t('tax.birthDate')}
          words={{ day: t('edit:day'), month: t('edit:month'), year: t('edit:year') }}
          value={details.birthDate}
          onChange={set('birthDate')}
          from={year - OLDEST_AGE_YEARS}
          to={year - ADULT_AGE_YEARS}
        />
        <Button type="submit" disabled={busy || !isComplete}>
          {t('tax.save')}
        </Button>
      </form>
    </Group>
  );
};
