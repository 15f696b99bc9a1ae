import { useTranslation } from 'react-i18next';
import { ADDRESS_MAX_CHARS } from '#contract/people/rules.ts';
import { TextArea } from '../../../ui/input/text-area.tsx';
import { useFaultText } from './fault-text.ts';
import { TextField } from './text-field.tsx';
import type { Form } from './use-form.ts';

/** Section of the profile form with the fields that other users do not see. */
export const ContactFields = ({ form }: { readonly form: Form }) => {
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
